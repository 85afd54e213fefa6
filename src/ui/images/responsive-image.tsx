/** An image in the format and width that fit the browser, with a placeholder color until it has loaded. */
import { useContext } from 'react';
import { type ImageFiles, parseUploadedImage } from '#kernel/uploaded-images.ts';
import {
  findImageFiles,
  makeSourceSet,
  PlaceholderColorContext,
  parseImageAddress,
} from '#ui/images/image-files.ts';

type ResponsiveImageProps = {
  of: string;
  alt: string;
  sizes: string;
  /** In view at once: loads first and not lazily. */
  isFirst?: boolean;
  /** The key of another image for windows below 640 pixels. */
  phone?: string;
};

export function ResponsiveImage({ of, alt, sizes, isFirst = false, phone }: ResponsiveImageProps) {
  const findPlaceholderColor = useContext(PlaceholderColorContext);
  const files = of.includes('/') ? (parseImageAddress(of) ?? parseUploadedImage(of)) : findImageFiles(of);
  const loading = isFirst ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  if (!files)
    return <img src={of} alt={alt} width={4} height={3} decoding="async" data-ground="" {...loading} />;
  const placeholderColor =
    files.placeholderColor ?? findPlaceholderColor(files.base.slice('/pictures/'.length)) ?? '';
  return (
    <picture>
      {phone && <ImageSources files={findImageFiles(phone)} sizes={sizes} media="(width < 40rem)" />}
      <ImageSources files={files} sizes={sizes} />
      <img
        src={`${files.base}-${files.jpg}.jpg`}
        alt={alt}
        width={files.width * 40}
        height={files.height * 40}
        decoding="async"
        data-ground={placeholderColor}
        {...loading}
      />
    </picture>
  );
}

/** In the frame that pictures of parts have. */
export function FramedImage({ frame = 'part-picture', ...image }: ResponsiveImageProps & { frame?: string }) {
  return (
    <div className={frame}>
      <ResponsiveImage {...image} />
    </div>
  );
}

function ImageSources({ files, sizes, media }: { files: ImageFiles; sizes: string; media?: string }) {
  return (['avif', 'webp'] as const).map((format) => (
    <source
      key={format}
      type={`image/${format}`}
      srcSet={makeSourceSet(files, format, files[format])}
      sizes={sizes}
      media={media}
    />
  ));
}

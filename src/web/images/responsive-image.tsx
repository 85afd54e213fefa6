/** A picture in the format and the width that the browser likes best, with room kept for it until it has come. */
import { useContext } from 'react';
import { type ImageFiles, parseUploadedImage } from '#domain/images/uploaded-images.ts';
import { findImageFiles, makeSourceSet, parseImageAddress } from '#web/images/image-files.ts';
import { PlaceholderColorContext } from '#web/images/placeholder-color.ts';

type ResponsiveImageProps = {
  /** The key of one of the shop's own pictures, or the address of any. */
  of: string;
  alt: string;
  /** How wide it is shown, as the `sizes` of an image say it. */
  sizes: string;
  /** Seen at once, so neither lazy nor late. */
  isFirst?: boolean;
  /** Another key for windows up to 639 pixels. */
  phone?: string;
};

export function ResponsiveImage({ of, alt, sizes, isFirst = false, phone }: ResponsiveImageProps) {
  const groundOf = useContext(PlaceholderColorContext);
  const files = of.includes('/') ? (parseImageAddress(of) ?? parseUploadedImage(of)) : findImageFiles(of);
  const loading = isFirst ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  if (!files)
    return <img src={of} alt={alt} width={4} height={3} decoding="async" data-ground="" {...loading} />;
  const ground = files.placeholderColor ?? groundOf(files.base.slice('/pictures/'.length)) ?? '';
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
        data-ground={ground}
        {...loading}
      />
    </picture>
  );
}

function ImageSources({ files, sizes, media }: { files: ImageFiles; sizes: string; media?: string }) {
  return (
    <>
      <source
        type="image/avif"
        srcSet={makeSourceSet(files, 'avif', files.avif)}
        sizes={sizes}
        media={media}
      />
      <source
        type="image/webp"
        srcSet={makeSourceSet(files, 'webp', files.webp)}
        sizes={sizes}
        media={media}
      />
    </>
  );
}

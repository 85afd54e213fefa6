/** Colors, type, radii, shadows, icons and marks of the style guide. */
import ArrowRight from 'lucide:arrow-right';
import Search from 'lucide:search';
import Star from 'lucide:star';
import Truck from 'lucide:truck';
import { Example, GuideSection } from '#app/pages/style-guide/section.tsx';
import * as paths from '#kernel/paths.ts';
import { type Drawing, Icon } from '#ui/components/icons.tsx';
import { Wordmark } from '#ui/layout/wordmark.tsx';

// set by script, because the content security policy refuses style attributes
const colors = [
  'color-base-100',
  'color-base-200',
  'color-base-300',
  'raised',
  'ground',
  'color-base-content',
  'muted',
  'edge',
  'color-primary',
  'color-primary-content',
  'primary-soft',
  'color-info',
  'info-soft',
  'color-success',
  'success-soft',
  'color-warning',
  'warning-soft',
  'color-error',
  'error-soft',
];

const sizes = [
  { size: 'text-4xl', use: 'The one sentence of a page', isBold: true },
  { size: 'text-3xl', use: 'The heading of a page or a section', isBold: true },
  { size: 'text-2xl', use: 'A heading in the dashboard', isBold: true },
  { size: 'text-xl', use: 'A card, a dialog', isBold: true },
  { size: 'text-lg', use: 'An opening paragraph', isBold: false },
  { size: 'text-base', use: 'Everything that is to be read', isBold: false },
  { size: 'text-sm', use: 'What is said beside', isBold: false },
  { size: 'text-xs', use: 'The least', isBold: false },
];

const icons: [name: string, Drawing][] = [
  ['arrow-right', ArrowRight],
  ['search', Search],
  ['star', Star],
  ['truck', Truck],
];

export function Tokens() {
  return (
    <>
      <Colors />
      <Type />
      <RadiiAndShadows />
      <IconsAndMarks />
    </>
  );
}

function Colors() {
  return (
    <GuideSection title="Colors">
      <ul className="guide-swatches">
        {colors.map((name) => (
          <li key={name}>
            <div
              className="guide-swatch"
              ref={(element) => element?.style.setProperty('background', `var(--${name})`)}
            />
            <p className="silkscreen">{name.replace('color-', '')}</p>
          </li>
        ))}
      </ul>
    </GuideSection>
  );
}

function Type() {
  return (
    <GuideSection title="Type">
      {sizes.map(({ size, use, isBold }) => (
        <div key={size}>
          <p className="silkscreen">{size}</p>
          <p
            className={`guide-type ${isBold ? 'is-bold' : ''}`}
            ref={(element) => element?.style.setProperty('font-size', `var(--${size})`)}
          >
            {use}
          </p>
        </div>
      ))}
      <div>
        <p className="silkscreen">silkscreen: GPU-MSI-SHADOW-3X-OC · 01a1ff92-44fe-7490</p>
        <p className="muted">Words of the second rank, and a price: $1,234.56</p>
        <p>
          A line with a way to{' '}
          <a className="link" href={paths.parts}>
            all parts
          </a>{' '}
          in it.
        </p>
      </div>
    </GuideSection>
  );
}

function RadiiAndShadows() {
  return (
    <GuideSection title="Radii and shadows">
      <div className="flex flex-wrap items-center gap-4">
        {['radius-selector', 'radius-field', 'radius-box'].map((radius) => (
          <div
            key={radius}
            className="guide-tile"
            ref={(element) => {
              element?.style.setProperty('border-radius', `var(--${radius})`);
              element?.style.setProperty('background', 'var(--color-base-200)');
            }}
          >
            <span className="silkscreen">{radius}</span>
          </div>
        ))}
        {['shadow-raised', 'shadow-floating'].map((shadow) => (
          <div
            key={shadow}
            className="guide-tile"
            ref={(element) => element?.style.setProperty('box-shadow', `var(--${shadow})`)}
          >
            <span className="silkscreen">{shadow}</span>
          </div>
        ))}
      </div>
    </GuideSection>
  );
}

function IconsAndMarks() {
  return (
    <GuideSection title="Icons and marks">
      <Example label="with words, in their size">
        {icons.map(([name, icon]) => (
          <Icon key={name} of={icon} />
        ))}
        <span className="heading">
          <Icon of={Truck} /> On its way
        </span>
      </Example>
      <Example label="wordmark, loading circle, spinner">
        <Wordmark />
        <span className="loading-circle" />
        <span className="spinner" />
      </Example>
    </GuideSection>
  );
}

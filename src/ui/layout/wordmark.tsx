/** The shop's name: drawn, with the purple circle of the loading indicator as its O, or in letters. */
import { useShop } from '#ui/layout/shop.ts';

/** The name that is drawn. */
const drawnName = 'COMPACT';

export function Wordmark() {
  const { name } = useShop();
  if (name !== drawnName) {
    return (
      <span className="wordmark-letters truncate" aria-hidden="true">
        {name}
      </span>
    );
  }
  return (
    <svg className="wordmark" viewBox="0 0 145 20" aria-hidden="true">
      <path
        d="M15.9 4.1a8.3 8.3 0 1 0 0 11.8M47 21V1l9 12 9-12v20M73 21V1.7h6.5a5.3 5.3 0 0 1 0 10.6H73M88 21.5 97-1l9 22.5M91.5 14.6h11M125.4 4.1a8.3 8.3 0 1 0 0 11.8M129 1.7h16M137 1.7V21"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.4"
      />
      <circle cx="30.5" cy="10" r="10" />
    </svg>
  );
}

/** The sandbox's test cards, with buttons to copy their numbers. */
import { useState } from 'react';

const testCards = [
  { number: '4242 4242 4242 4242', effect: 'is paid' },
  { number: '4000 0000 0000 0002', effect: 'is declined' },
  { number: '4000 0000 0000 9995', effect: 'has insufficient funds' },
  { number: '4000 0025 0000 3155', effect: 'asks you to authenticate first' },
  { number: '4000 0082 6000 3178', effect: 'asks you to authenticate, then has insufficient funds' },
  { number: '4000 0000 0000 7726', effect: 'is paid; a refund takes a moment' },
  { number: '4000 0000 0000 5126', effect: 'is paid; a refund fails after a moment' },
  { number: '4000 0000 0000 0259', effect: 'is paid, and disputed as fraud after a moment' },
];

export function TestCards() {
  const [copied, setCopied] = useState('');
  return (
    <>
      <ul className="mt-2 grid gap-1">
        {testCards.map(({ number, effect }) => (
          <li key={number}>
            <button
              type="button"
              className="link font-mono"
              onClick={() => navigator.clipboard?.writeText(number).then(() => setCopied(number))}
            >
              {number}
            </button>{' '}
            {effect}
            {copied === number && ' – copied'}
          </li>
        ))}
      </ul>
      <p className="mt-1">Any date in the future, and any three digits for the CVC.</p>
    </>
  );
}

/** The buyer of an order: name and e-mail. */

export function Buyer({ of: { name, email } }: { of: { name: string; email: string } }) {
  return (
    <>
      {name}
      <br />
      <Email address={email} />
    </>
  );
}

/** Breaks lines before the @ first. */
export function Email({ address }: { address: string }) {
  const atSignIndex = address.lastIndexOf('@');
  return (
    <span className="address text-sm wrap-anywhere">
      {address.slice(0, atSignIndex)}
      <wbr />
      {address.slice(atSignIndex)}
    </span>
  );
}

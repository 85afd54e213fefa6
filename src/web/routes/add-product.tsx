export default function Page() {
  return <main>add-product</main>;
}

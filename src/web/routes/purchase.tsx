export default function Page() {
  return <main>purchase</main>;
}

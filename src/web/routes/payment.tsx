export default function Page() {
  return <main>payment</main>;
}

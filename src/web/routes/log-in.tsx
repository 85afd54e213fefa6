export default function Page() {
  return <main>log-in</main>;
}

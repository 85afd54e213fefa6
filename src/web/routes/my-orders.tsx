export default function Page() {
  return <main>my-orders</main>;
}

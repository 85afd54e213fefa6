export default function Page() {
  return <main>manage-orders</main>;
}

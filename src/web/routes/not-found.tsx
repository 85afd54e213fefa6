export const handle = { isPublic: true };
export default function Page() {
  return <main>not-found</main>;
}

/** `lucide:search`: the lines of an icon of Lucide; the build knows their names (draw-icons.ts). */
declare module 'lucide:*' {
  const drawing: import('react').ReactElement;
  export default drawing;
}

export function PegPage() {
  return <h1>Peg</h1>
}

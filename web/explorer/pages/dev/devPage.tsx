export function DevPage() {
  return <h1>Dev</h1>
}

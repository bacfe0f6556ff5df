import { readdirSync } from 'node:fs'

// npm run bench -- [NAME …]: runs the named benchmarks of this folder, or all of them.

const available = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -3))

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !available.includes(name))
if (unknown !== undefined) {
  console.error(`no benchmark "${unknown}"; there are: ${available.join(', ')}`)
  process.exit(2)
}

for (const name of asked.length > 0 ? asked : available) {
  const { bench }: { bench: () => Promise<void> } = await import(`./${name}.ts`)
  await bench()
}

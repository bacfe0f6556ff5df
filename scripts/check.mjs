// `npm run check`: runs the commands of lint, types, floors and unused in package.json, as many at a time as there are
// cores, all of them even if one fails. Prints the output of each when it has ended.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
// The longest first.
const waiting = ['types', 'unused', 'lint', 'floors'].flatMap((name) => scripts[name].split(' && '))
const failed = []

function run(command) {
  const output = []
  // npm has put node_modules/.bin into PATH.
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (code !== 0) failed.push(command)
      console.log(`${code === 0 ? 'passed' : 'FAILED'}: ${command}`)
      process.stdout.write(Buffer.concat(output))
      resolve()
    })
  })
}

async function runWaiting() {
  for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) await run(command)
}

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`)
  process.exitCode = 1
}

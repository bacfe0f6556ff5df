import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { programs } from '../rpc/programs.ts'
import { start } from '../rpc/running.ts'
import { median } from './median.ts'

const peers = join(import.meta.dirname, '../peers')
const hardhat = join(peers, 'node_modules/hardhat/internal/cli/bootstrap.js')
const turns = 3

/** Milliseconds of a suite that Hardhat runs on its own chain, or on the one at this URL. */
function suiteMs(url: string | undefined): number {
  const where = url === undefined ? [] : ['--network', 'given']
  const environment = url === undefined ? process.env : { ...process.env, SUITE_URL: url }
  const options = { cwd: peers, env: environment, encoding: 'utf8' } as const
  const printed = execFileSync(process.execPath, [hardhat, 'test', '--no-compile', ...where], options)
  return Number(/SUITE_MS ([\d.]+)/.exec(printed)?.[1])
}

/**
 * A suite of 200 transactions with snapshots through Hardhat, in turns: on its own chain inside the process of the
 * suite, and on each program over HTTP. A new process serves each turn, because suites meet cold programs.
 */
export async function benchSuite(): Promise<void> {
  if (!existsSync(hardhat)) return
  const results = new Map<string, number[]>()
  const add = (name: string, ms: number): void => void results.set(name, [...(results.get(name) ?? []), ms])
  for (let turn = 0; turn < turns; turn++) {
    add('hardhat, in process', suiteMs(undefined))
    for (const program of programs()) {
      const running = await start(program)
      try {
        add(`${program.name}, over HTTP`, suiteMs(`http://127.0.0.1:${running.port}`))
      } finally {
        await running.stop()
      }
    }
  }
  const rows = [...results].map(
    ([name, times]) => [name, { 'suite, ms': Math.round(median(times)) }] as const,
  )
  console.table(Object.fromEntries(rows))
}

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { programs } from '../rpc/programs.ts'
import { start } from '../rpc/running.ts'
import { median } from './median.ts'

const peers = join(import.meta.dirname, '../peers')
const hardhat = join(peers, 'node_modules/hardhat/internal/cli/bootstrap.js')
const plugin = join(import.meta.dirname, '../../dist/commonjs/hardhat2.cjs')
const turns = 3

/** Milliseconds of processor time of the command that runs the suite: on Hardhat's own chain, on that of the plugin, or on the one at a URL. */
function commandMs(chain?: string): number {
  const environment = {
    ...process.env,
    ...(chain !== undefined && { SUITE_CHAIN: chain }),
    SUITE_PLUGIN: plugin,
    // The plugin of the checkout finds Hardhat among the packages of the peers.
    NODE_PATH: join(peers, 'node_modules'),
  }
  const where = chain?.startsWith('http') ? ['--network', 'given'] : []
  const options = { cwd: peers, env: environment, encoding: 'utf8' } as const
  const printed = execFileSync(process.execPath, [hardhat, 'test', '--no-compile', ...where], options)
  return Number(/SUITE_CPU_MS ([\d.]+)/.exec(printed)?.[1])
}

/**
 * A suite of 100 tests through Hardhat, in turns: on its own chain, on ours inside its process, and on each program over HTTP.
 * New processes serve each turn, because suites meet cold programs. Processor time, as other programs may be busy.
 */
export async function benchSuite(): Promise<void> {
  if (!existsSync(hardhat)) return
  const results = new Map<string, { readonly command: number[]; readonly chain: number[] }>()
  const add = (name: string, command: number, chain = 0): void => {
    const times = results.get(name) ?? { command: [], chain: [] }
    times.command.push(command)
    times.chain.push(chain)
    results.set(name, times)
  }
  for (let turn = 0; turn < turns; turn++) {
    add('hardhat, in process', commandMs())
    add('cambium, in process', commandMs('inside'))
    for (const program of programs()) {
      const running = await start(program)
      try {
        const command = commandMs(`http://127.0.0.1:${running.port}`)
        add(`${program.name}, over HTTP`, command, running.processorSeconds() * 1_000)
      } finally {
        await running.stop()
      }
    }
  }
  const rows = [...results].map(([name, { command, chain }]) => {
    const sums = command.map((ms, turn) => ms + chain[turn]!)
    return [
      name,
      {
        'command, ms': Math.round(median(command)),
        'chain, ms': Math.round(median(chain)),
        'both, ms': Math.round(median(sums)),
      },
    ] as const
  })
  console.log('\nprocessor time of a suite of 100 tests:')
  console.table(Object.fromEntries(rows))
}

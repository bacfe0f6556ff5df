import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { median, sizeFrom, tableHead, tableRow } from '../measuring/figures.ts'
import { inTurns } from '../measuring/inTurns.ts'
import { type Program, programs } from '../rpc/programs.ts'
import { start } from '../rpc/running.ts'

const peers = join(import.meta.dirname, '../peers')
const hardhat = join(peers, 'node_modules/hardhat/internal/cli/bootstrap.js')
const plugin = join(import.meta.dirname, '../../dist/commonjs/hardhat2.cjs')
const turns = sizeFrom('BENCH_ROUNDS', 3)

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

/** A chain that the suite runs on. */
interface Ground {
  readonly name: string
  /** Milliseconds of processor time of the command, and of the process that serves the chain. */
  readonly use: () => Promise<{ readonly command: number; readonly chain: number }>
}

const inProcess = (name: string, chain?: string): Ground => ({
  name: `${name}, in process`,
  use: async () => ({ command: commandMs(chain), chain: 0 }),
})

const overHttp = (program: Program): Ground => ({
  name: `${program.name}, over HTTP`,
  use: async () => {
    const running = await start(program)
    try {
      return { command: commandMs(running.url), chain: 1_000 * running.processorSeconds() }
    } finally {
      await running.stop()
    }
  },
})

/**
 * A suite of 100 tests through Hardhat, in turns: on its own chain, on ours inside its process, and on each program over HTTP.
 * New processes serve each turn, because suites meet cold programs. Processor time, as other programs may be busy.
 */
export async function benchSuite(): Promise<void> {
  if (!existsSync(hardhat)) return
  const grounds = [inProcess('hardhat'), inProcess('cambium', 'inside'), ...programs().map(overHttp)]
  const uses = await inTurns(turns, grounds, ({ use }) => use())
  console.log(
    `\nprocessor time of a suite of 100 tests:\n\n${tableHead(['', 'command, ms', 'chain, ms', 'both, ms'])}`,
  )
  for (const [index, { name }] of grounds.entries()) {
    const sums = uses[index]!.map(({ command, chain }) => [command, chain, command + chain])
    const figures = [0, 1, 2].map((column) => median(sums.map((sum) => sum[column]!)).toFixed(0))
    console.log(tableRow([name, ...figures]))
  }
}

// A chain with the mix of mainnet, and what the node does with it, at 1, 10, 50 and 100 % of its length:
// `npm run build && npm run bench -- mainnet`. BENCH_MAINNET_BLOCKS gives the length, BENCH_MAINNET_FOLDER a folder for the
// chain, which a later run with the same length uses again.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bulkFigures, importFigures } from './mainnet/bulk.ts'
import type { ChainPart } from './mainnet/chainProcess.ts'
import { run } from './mainnet/commands.ts'
import { type Figure, tableOf } from './mainnet/figure.ts'
import { readFigures } from './mainnet/reads.ts'
import { tableOfWrites } from './mainnet/writes.ts'

const { BENCH_MAINNET_BLOCKS: given = '20000', BENCH_MAINNET_FOLDER: kept } = process.env
const fractions = [0.01, 0.1, 0.5, 1]
const heights = fractions.map((fraction) => Math.round(fraction * Number(given)))
const maker = fileURLToPath(new URL('mainnet/chainProcess.ts', import.meta.url))

export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-mainnet-'))
  const chain = join(kept ?? folder, `mainnet-${given}`)
  try {
    const columns: Figure[][] = []
    for (const part of made(chain))
      columns.push(await figuresOf(part, chain, join(folder, String(part.height))))
    console.log(tableOf(heights, columns))
    console.log(tableOfWrites(chain, heights.at(-1)!, folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The chain, made unless an earlier run has left it. */
function made(folder: string): ChainPart[] {
  const facts = `${folder}.json`
  if (!existsSync(facts)) {
    // What an interrupted run has left.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const start = performance.now()
    const report = execFileSync(
      process.execPath,
      ['--import', 'tsx', maker, folder, ...heights.map(String)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    writeFileSync(facts, report)
    const seconds = (performance.now() - start) / 1_000
    console.log(`${given} blocks made in ${seconds.toFixed(0)} s`)
  }
  return JSON.parse(readFileSync(facts, 'utf8'))
}

async function figuresOf(part: ChainPart, chain: string, folder: string): Promise<Figure[]> {
  mkdirSync(folder)
  const measured = { ...part, file: join(folder, 'blocks'), data: join(folder, 'data') }
  await run('export', measured.file, '--to', String(part.height), '--data', chain)
  const figures = [
    ...(await importFigures(measured)),
    ...(await bulkFigures(measured, join(folder, 'bulk'))),
    ...(await readFigures(measured)),
  ]
  rmSync(folder, { recursive: true })
  console.error(`${part.height} blocks measured`)
  return figures
}

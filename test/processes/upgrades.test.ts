import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyBlocks } from '../chains/historyChains.ts'
import { buildCambium, cambium, removeBuild } from './cliProcess.ts'
import { folderOfEachTest } from './folderOfEachTest.ts'
import { ask, startNode, stop } from './nodeProcess.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/chains/${name}`, import.meta.url))

const heights = fixture('history-c.activations.json')
/** The beginning of the chain, which takes little time. */
const blocks = historyBlocks('history-c').filter(({ number }) => number <= 40)
const head = blocks.at(-1)!.hash

const folder = folderOfEachTest()
beforeAll(buildCambium)
afterAll(removeBuild)

describe('a recorded chain with its own upgrade heights', () => {
  it('is imported, opened, exported and imported again only with these heights', async () => {
    const schedule = ['--network', 'regtest', '--upgrades', heights]
    const data = ['--data', folder.at('chains')]
    const recording = folder.write('history-c.jsonl', blocks.map((block) => JSON.stringify(block)).join('\n'))
    const imported = await cambium('import', recording, ...schedule, ...data)
    expect(imported.exitCode).toBe(0)
    expect(imported.output).toContain(`head 40 ${head}\n`)

    const file = folder.at('some.blocks')
    // One after the other: LMDB refuses a folder that is opened while its last other process closes it.
    const usual = await cambium('inspect', 'block', 'latest', ...data)
    const other = await cambium(
      'inspect',
      'block',
      'latest',
      ...data,
      ...schedule,
      '--upgrade',
      'tbd1000=5000',
    )
    const inspected = await cambium('inspect', 'block', 'latest', '--json', ...data, ...schedule)
    const exported = await cambium('export', file, '--to', '20', ...data, ...schedule)
    expect(usual).toMatchObject({ exitCode: 1, output: '' })
    expect(usual.notes).toMatch(
      /regtest holds a chain with other upgrade heights: .* in the folder, as the network in the settings.* and \d+ more; use the schedule that the folder was made with, or another folder/,
    )
    expect(other.notes).toMatch(/: rskip559 \(\d+ in the folder, 5000 in the settings\);/)
    expect(JSON.parse(inspected.output)).toMatchObject({ number: 40, hash: head })
    expect(exported.exitCode).toBe(0)
    const again = await cambium('import', file, ...schedule)
    expect(again.output).toMatch(/^head 20 0x/m)
  }, 240_000)

  it('is rejected without these heights', async () => {
    const { exitCode, notes, output } = await cambium('import', fixture('history-c.jsonl.gz'))
    expect(exitCode).toBe(1)
    expect(notes).toMatch(
      /history-c\.jsonl\.gz, line 1: .*; if the chain has its own upgrade heights, give them/,
    )
    expect(output).toMatch(/^head 0 0x/m)
  })
})

describe('cambium node with upgrade heights', () => {
  it('serves a local chain whose upgrades start there, and refuses its folder without them', async () => {
    const file = folder.write('heights.json', '{"upgrades": {"arrowhead600": 1, "lovell700": 3}}')
    const words = ['--network', 'regtest', '--data', folder.at('chains')]
    const schedule = ['--upgrades', file, '--upgrade', 'arrowhead600=2']
    const { running, announced } = await startNode(...words, ...schedule)
    const { url, accounts } = announced.networks[0]!
    const [from] = accounts.map(({ address }) => address)
    const statuses: unknown[] = []
    for (let block = 1; block <= 2; block++) {
      const { result: hash } = await ask(url, 'eth_sendTransaction', {
        from,
        data: '0x5f5ff3',
        gas: '0x186a0',
      })
      const { result: receipt } = await ask(url, 'eth_getTransactionReceipt', hash)
      statuses.push(receipt)
    }
    expect(statuses).toMatchObject([{ status: '0x0' }, { status: '0x1' }])
    expect(await stop(running)).toBe(0)

    const { exitCode, notes } = await cambium('node', '--port', '0', ...words)
    expect(exitCode).toBe(1)
    expect(notes).toContain('holds a chain with other upgrade heights')
  })

  it('rejects a faulty file with its name and the entry', async () => {
    const file = folder.write('heights.json', '{"upgrades": {"iris300": 10, "hop400": 9.5}}')
    const { exitCode, notes } = await cambium('node', '--upgrades', file)
    expect(exitCode).toBe(2)
    expect(notes).toContain(`${file}: upgrades.hop400: 9.5 is not a height`)
  })
})

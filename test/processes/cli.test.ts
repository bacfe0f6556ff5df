import { existsSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asHash } from '../../src/primitives/bytes.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { type RecordedBlock, recordedReceipts } from '../../src/primitives/recordings.cases.ts'
import { openChainOver, openFolder } from './chainFolder.ts'
import { buildCambium, cambium, removeBuild, startCambium } from './cliProcess.ts'
import { describeRefusals } from './cliRefusals.cases.ts'
import { makeData, recordingPath, shortChain, shortHead } from './shortChain.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

const headLine = `head ${shortHead.number} ${shortHead.hash}\n`

/** A chain that the tests only read. */
const imported = new TemporaryFolder()
let folder: TemporaryFolder
beforeAll(() => {
  buildCambium()
  makeData(imported.path)
})
afterAll(() => {
  imported.remove()
  removeBuild()
})
beforeEach(() => {
  folder = new TemporaryFolder()
})
afterEach(() => folder.remove())

describe('cambium', () => {
  it('prints its version and the help of a command', async () => {
    const [version, help] = await Promise.all([cambium('--version'), cambium('export', '--help')])
    expect(version.output).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(help.output).toMatch('cambium export regtest.blocks --data chains')
  })

  it('rejects an unknown option with exit code 2 and a suggestion', async () => {
    const { exitCode, output, notes } = await cambium('import', 'chain.jsonl', '--netwrk', 'testnet')
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' })
    expect(notes).toMatch('unknown option --netwrk; did you mean --network?')
  })
})

describe('cambium import', () => {
  it('imports a compressed recording into the folder of its network up to its best block', async () => {
    const { exitCode, output } = await cambium('import', recordingPath('uncles'), '--data', folder.path)
    expect(exitCode).toBe(0)
    expect(output).toMatch('245 blocks with ')
    expect(output).toMatch(/head \d+ 0x870ca0a900319f21[0-9a-f]{48}\n$/)
    expect(readdirSync(folder.path)).toEqual(['regtest'])
  })

  it('skips blocks that are stored, so that it can be repeated and continued with another file', async () => {
    const first = folder.writeLines('first.jsonl', shortChain.slice(0, 15))
    const all = folder.writeLines('all.jsonl', shortChain)
    makeData(folder.at('data'), shortChain.slice(0, 15))
    const { exitCode, output } = await cambium('import', first, all, '--data', folder.at('data'))
    expect(exitCode).toBe(0)
    expect(output).toMatch(headLine)
  })

  it.each(['recorded lines', 'compressed lines'])('reads %s through a pipe', async (content) => {
    const lines = shortChain.map((block) => `${JSON.stringify(block)}\n`).join('')
    const file = folder.write('piped', content === 'recorded lines' ? lines : gzipSync(lines))
    const wrapper = ['sh', '-c', 'cat "$0" | "$@"', file]
    const { ended } = startCambium(['import', '/dev/stdin', '--data', folder.at('data')], { wrapper })
    expect(await ended).toMatchObject({ exitCode: 0, output: expect.stringContaining(headLine) })
  })

  it('keeps the states of the last blocks with --history', async () => {
    const file = folder.writeLines('chain.jsonl', shortChain)
    const { exitCode, output } = await cambium('import', file, '--history', '3', '--data', folder.at('data'))
    expect(exitCode).toBe(0)
    expect(output).toMatch(headLine)
    const store = openFolder(folder.at('data', 'regtest'))
    const chain = openChainOver(store)
    expect(chain.stateAt('latest')!.commit().hash()).toEqual(chain.head.record.stateRoot)
    expect(() => chain.stateAt(2)).toThrow('is pruned')
    store.close()
  })

  it('checks the blocks in memory without --data, and says so', async () => {
    const file = folder.writeLines('chain.jsonl', shortChain)
    const { exitCode, output, notes } = await cambium('import', file)
    expect(exitCode).toBe(0)
    expect(output).toMatch(headLine)
    expect(notes).toMatch('dry run')
    expect(readdirSync(folder.path)).toEqual(['chain.jsonl'])
  })

  it('stops after the current block when it is interrupted, and leaves a complete chain', async () => {
    const words = ['import', recordingPath('fuzz-a'), '--data', folder.path]
    const { child, ended } = startCambium(words)
    await untilHeadOf(folder.at('regtest'), 2)
    child.kill('SIGINT')
    const { exitCode, output, notes } = await ended
    expect(exitCode).toBe(130)
    expect(notes).toMatch('stopped')
    const inspected = await cambium('inspect', 'block', 'latest', '--json', '--data', folder.path)
    const { number, hash } = JSON.parse(inspected.output)
    expect(number).toBeGreaterThanOrEqual(2)
    expect(output).toMatch(`head ${number} ${hash}\n`)
  })
})

/** Waits until another process has imported the block of this number into a folder. */
async function untilHeadOf(path: string, number: number): Promise<void> {
  for (let head = 0; head < number; await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (!existsSync(path)) continue
    try {
      const store = openFolder(path, true)
      head = openChainOver(store).head.number
      store.close()
    } catch {
      // The other process is still creating the folder.
    }
  }
}

describe('cambium export', () => {
  it.each(['chain.blocks', 'chain.blocks.gz', 'chain.blocks.br'])(
    'writes %s, which imports as the same chain',
    async (name) => {
      const file = folder.at(name)
      const { exitCode, output } = await cambium('export', file, '--data', imported.path)
      expect(exitCode).toBe(0)
      expect(output).toMatch(`${shortHead.number} blocks (1 to ${shortHead.number})`)
      const copy = await cambium('import', file, '--data', folder.at('copy'))
      expect(copy.exitCode).toBe(0)
      expect(copy.output).toMatch(headLine)
    },
  )

  it('writes a part of the chain, which imports on top of the part before it', async () => {
    const [low, high] = await Promise.all([
      cambium('export', folder.at('low'), '--to', '7', '--data', imported.path),
      cambium('export', folder.at('high'), '--from', '8', '--data', imported.path),
    ])
    expect(low.output).toMatch('7 blocks (1 to 7)')
    expect(high.exitCode).toBe(0)
    const gap = await cambium('import', folder.at('high'), '--data', folder.at('copy'))
    expect(gap.exitCode).toBe(1)
    expect(gap.notes).toMatch(/high, offset 49: block 8 \(0x[0-9a-f]{64}\) leaves a gap/)
    const whole = await cambium('import', folder.at('low'), folder.at('high'), '--data', folder.at('copy'))
    expect(whole.output).toMatch(headLine)
  })

  it('keeps an existing file, and rejects a block number above the head', async () => {
    const file = folder.write('mine', 'precious')
    const taken = await cambium('export', file, '--data', imported.path)
    expect(taken.exitCode).toBe(1)
    expect(taken.notes).toMatch(`${file} cannot be written: it exists`)
    expect(Buffer.from(folder.read('mine')).toString()).toBe('precious')
    const beyond = await cambium('export', folder.at('new'), '--to', '9999', '--data', imported.path)
    expect(beyond.exitCode).toBe(1)
    expect(beyond.notes).toMatch(`there is no block 9999: the head is block ${shortHead.number}`)
    expect(existsSync(folder.at('new'))).toBe(false)
  })
})

/** A block of the short chain that is on a side branch. */
function sideBlock(): RecordedBlock {
  const store = openFolder(imported.at('regtest'), true)
  const chain = openChainOver(store)
  const side = shortChain.find(({ hash }) => !chain.isCanonical(chain.block(asHash(fromHex(hash)))!))!
  store.close()
  return side
}

describe('cambium inspect', () => {
  it('shows blocks by number and by hash, including those of side branches', async () => {
    const { number, hash, stateRoot } = sideBlock()
    const [side, canonical] = await Promise.all([
      cambium('inspect', 'block', hash, '--json', '--data', imported.path),
      cambium('inspect', 'block', String(number), '--data', imported.path),
    ])
    expect(JSON.parse(side.output)).toMatchObject({ number, hash, stateRoot, canonical: false })
    expect(canonical.output).toMatch(new RegExp(`^number +${number}\nhash +0x`))
    expect(canonical.output).toMatch(/\ncanonical +yes\n/)
  })

  it('shows a transaction with its recorded receipt', async () => {
    const recorded = recordedReceipts('uncles').find(({ from }) => /[1-9a-f]/.test(from.slice(2)))!
    const { exitCode, output, notes } = await cambium(
      'inspect',
      'tx',
      recorded.transactionHash,
      '--json',
      '--data',
      imported.path,
    )
    expect({ exitCode, notes }).toEqual({ exitCode: 0, notes: '' })
    expect(JSON.parse(output)).toMatchObject({
      hash: recorded.transactionHash,
      blockHash: recorded.blockHash,
      from: recorded.from,
      to: recorded.to,
      success: recorded.status === '0x1',
      gasUsed: Number(recorded.gasUsed),
      cumulativeGasUsed: Number(recorded.cumulativeGasUsed),
      logs: recorded.logs.map(({ address, topics, data: bytes }) => ({ address, topics, data: bytes })),
    })
  })

  it('shows an account after the head and after an earlier block', async () => {
    const address = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'
    const store = openFolder(imported.at('regtest'), true)
    const state = openChainOver(store).stateAt('latest')!
    const expected = { balance: String(state.balance(Buffer.from(address.slice(2), 'hex'))) }
    store.close()
    const [now, atStart] = await Promise.all([
      cambium('inspect', 'account', address, '--json', '--data', imported.path),
      cambium('inspect', 'account', address, '--block', '0', '--data', imported.path),
    ])
    expect(JSON.parse(now.output)).toMatchObject({ address, exists: true, ...expected })
    expect(atStart.output).toMatch('1,000,000,000,000 RBTC (1000000000000000000000000000000 wei)')
  })

  it('names a transaction or store that does not exist', async () => {
    const hash = `0x${'00'.repeat(32)}`
    const [transaction, chain] = await Promise.all([
      cambium('inspect', 'tx', hash, '--data', imported.path),
      cambium('inspect', 'block', '1', '--data', folder.at('missing')),
    ])
    expect(transaction).toMatchObject({ exitCode: 1, notes: expect.stringMatching(`no transaction ${hash}`) })
    expect(chain).toMatchObject({ exitCode: 1, notes: expect.stringMatching('has no chain of regtest') })
  })
})

describeRefusals()

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNode } from '../../src/index.ts'
import { checkedOptions } from '../../src/library/checkedOptions.ts'
import { optionTable } from '../../src/library/optionTable.ts'

const problemOf = (options: unknown): string => {
  try {
    checkedOptions(options)
    return ''
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return error.message
  }
}

describe('the options of createNode', () => {
  it.each<[unknown, string]>([
    [{ acounts: 3 }, 'acounts is not an option; did you mean accounts?'],
    [{ balance: 1000 }, 'balance must be a bigint in wei, got 1000'],
    [{ balance: -1n }, 'balance must be a bigint in wei, got -1n'],
    [{ accounts: '3' }, 'accounts must be a whole number from 0 to 1000, got "3"'],
    [
      { mining: 'auto' },
      'mining must be one of "transaction", "manual" or an object with everyMs, got "auto"',
    ],
    [
      { mining: { everyMS: 5 } },
      'mining.everyMS is not an option; did you mean everyMs?\nmining.everyMs is missing',
    ],
    [{ mining: { everyMs: 0 } }, 'mining.everyMs must be a whole number from 1 to 2147483647, got 0'],
    [
      { timestamp: 1_763_400_000_000 },
      'timestamp must be seconds since 1970, not milliseconds, got 1763400000000',
    ],
    [
      { upgrades: { arowhead600: 5 } },
      'upgrades.arowhead600 is not an upgrade or a rule; did you mean arrowhead600?',
    ],
    [{ upgrades: { arrowhead600: -5 } }, 'upgrades.arrowhead600: -5 is not a height'],
    [
      { upgrades: 5 },
      'upgrades must be an object from upgrades and rules to heights, such as { arrowhead600: 5 }, got 5',
    ],
    [
      { fork: 'testnet' },
      'fork must be an object with url, block, cacheFolder, demandsProofs, …, got "testnet"',
    ],
    [{ fork: {} }, 'fork.url is missing'],
    [{ peg: 'yes' }, 'peg must be true or false or an object with intervalMs, isManual, bitcoin, got "yes"'],
    [{ pool: { accountSlot: 3 } }, 'pool.accountSlot is not an option; did you mean accountSlots?'],
    [
      { privateKeys: ['0x12'] },
      'privateKeys[0] must be a private key: 32 bytes in hex with 0x, below the order',
    ],
    [{ coinbase: 7 }, 'coinbase must be an address of 20 bytes in hex with 0x, got 7'],
    [{ allocations: [{ balance: 5n }] }, 'allocations[0].address is missing'],
    [{ onLine: 'console' }, 'onLine must be a function that takes a line, got "console"'],
    [
      { errors: 'geth', flush: 1 },
      'errors must be one of "ethereum", "rootstock", got "geth"\nflush must be',
    ],
    [{ fork: { url: 'testnet' }, peg: true }, 'fork and peg are both given'],
    [null, 'the options of createNode must be an object, got null'],
    ['fast', 'the options of createNode must be an object, got "fast"'],
  ])('%o are an error: %s', (options, message) => {
    expect(problemOf(options)).toContain(message)
  })

  it('do not repeat secrets in messages', () => {
    const secret = 'only eleven secret words that nobody should ever read in logs'
    const messages = [
      problemOf({ mnemonic: secret }),
      problemOf({ privateKeys: [secret] }),
      problemOf({ fork: { url: secret } }),
    ]
    for (const message of messages) {
      expect(message).toMatch(/^(mnemonic|privateKeys\[0\]|fork\.url) must be/)
      expect(message).not.toContain('secret')
    }
  })

  it('that are undefined are defaults', async () => {
    const node = await createNode({ accounts: undefined, mining: undefined } as object)
    expect(node.accounts).toHaveLength(10)
    node.close()
  })

  it('of any wrong value are an error that begins with the name of the option', () => {
    const values = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withTypedArray: true }),
      fc.constantFrom(Number.NaN, -1, 1.5, -1n, 2n ** 300n, '', 'x', [], {}, () => 1, Symbol('s'), null),
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(optionTable)), values, (name, value) => {
        const problem = problemOf({ [name]: value })
        for (const line of problem.split('\n').filter(Boolean)) expect(line.startsWith(name), line).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it('leave nothing open when the node cannot start', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-options-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true }))
    const missing = createNode({ dataFolder, artifacts: join(dataFolder, 'project/out') })
    await expect(missing).rejects.toThrow('none in which a compiler could make it')
    mkdirSync(join(dataFolder, 'project'))
    const node = await createNode({ dataFolder, artifacts: join(dataFolder, 'project/out') })
    node.close()
  })

  it.each([
    ['clock', { clock: () => Number.NaN }, 'clock must return milliseconds since 1970, got NaN'],
    ['random', { random: () => new Uint8Array(1) }, 'random must return 32 bytes, got an object'],
  ])('check the result of %s', async (_, options, message) => {
    await expect(createNode(options)).rejects.toThrow(message)
  })

  it('accept a function for lines that throws, and report its error', async () => {
    const errors: unknown[] = []
    const failure = new Error('no more lines')
    const node = await createNode({
      onLine() {
        throw failure
      },
      onError: (error) => errors.push(error),
    })
    const [from, to] = node.accounts.map(({ address }) => address)
    await node.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
    expect(errors).toContain(failure)
    expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x1')
    node.close()
  })

  it('start the chain with the accounts that are listed', async () => {
    const address = `0x${'ab'.repeat(20)}` as const
    const node = await createNode({ allocations: [{ address, balance: 7n, storage: { '0x02': '0x05' } }] })
    expect(await node.request({ method: 'eth_getBalance', params: [address, 'latest'] })).toBe('0x7')
    expect(await node.request({ method: 'eth_getStorageAt', params: [address, '0x2', 'latest'] })).toMatch(
      /05$/,
    )
    node.close()
  })
})

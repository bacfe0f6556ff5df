import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestClient, http, parseEther, publicActions, walletActions } from 'viem'
import { rootstock } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildCambium, type Ended, removeBuild, startCambium } from './cliProcess.ts'
import { folderOfEachTest } from './folderOfEachTest.ts'
import { ask, type StartedNode, startCommand, stop } from './nodeProcess.ts'

const folder = folderOfEachTest()
let started: StartedNode | undefined
beforeAll(buildCambium)
afterAll(removeBuild)
afterEach(async () => {
  if (started !== undefined) await stop(started.running)
  started = undefined
})

const stranger = `0x${'ab'.repeat(20)}` as const

async function start(...options: string[]): Promise<string> {
  started = await startCommand('dev', ['--port', '0', ...options])
  return started.announced.networks[0]!.url
}

async function end(): Promise<void> {
  if (started !== undefined) await stop(started.running)
  started = undefined
}

describe('a reader of the output', () => {
  it('ends the chain by closing the pipe, and the state is written', async () => {
    const state = folder.at('state.json')
    const wrapper = ['bash', '-c', '"$@" | head -n 1', 'bash']
    const { ended } = startCambium(['dev', '--port', '0', '--state', state], { wrapper })
    const { exitCode, output } = await ended
    expect(exitCode).toBe(0)
    expect(output.split('\n')).toHaveLength(2)
    expect(JSON.parse(readFileSync(state, 'utf8'))).toBeTypeOf('object')
  })
})

const refusal = async (...options: string[]): Promise<Ended> =>
  startCambium(['dev', '--port', '0', '--json', ...options]).ended

const answer = async (url: string, method: string, ...params: unknown[]): Promise<unknown> =>
  (await ask(url, method, ...params)).result

/** The text that `cambium dev` prints without --json. */
async function bannerOf(...options: string[]): Promise<string> {
  const running = startCambium(['dev', '--port', '0', ...options])
  let banner = ''
  await new Promise<void>((resolve, reject) => {
    running.child.stdout?.on('data', (text: string) => {
      banner += text
      if (banner.includes('Ctrl-C')) resolve()
    })
    void running.ended.then(({ notes }) => reject(new Error(notes)))
  })
  await stop(running)
  return banner
}

describe('the banner of cambium dev', () => {
  const plain = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const ofRootstock = '0xF39Fd6E51aAd88f6F4CE6AB8827279CFFFB92266'.toLowerCase()

  it('fits into 100 columns, with each address in one form, and with advice for senders of type 2', async () => {
    const banner = await bannerOf()
    for (const line of banner.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
    expect(banner).toContain(`(0)  ${plain}  10000\n`)
    expect(banner.toLowerCase().split(ofRootstock)).toHaveLength(2)
    expect(banner).toContain('types 1 and 2 are accepted as a preview; mainnet and testnet refuse them today')
  })

  it('has addresses with the other checksum and found artifacts if it is verbose', async () => {
    const artifact = { contractName: 'Vault', abi: [{ type: 'receive' }], deployedBytecode: '0x00' }
    writeFileSync(join(folder.path, 'Vault.json'), JSON.stringify(artifact))
    const banner = await bannerOf('--verbose', '--accept-typed=false', '--artifacts', folder.path)
    expect(banner.toLowerCase().split(ofRootstock)).toHaveLength(3)
    expect(banner).toContain(`The log names 1 contract of ${folder.path}`)
    expect(banner).toContain('Foundry: --legacy')
  })

  it('shows a first peg-in with the URL of a chain on another port', async () => {
    const banner = await bannerOf('--peg')
    const url = /at (http:\S+)/.exec(banner)?.[1]
    expect(banner).toContain(`cambium peg in 0.01 --to ADDRESS --url ${url}\n`)
  })
})

describe('cambium dev', () => {
  it('serves a chain with the chosen accounts, rules and mining', async () => {
    const out = join(folder.path, 'out.json')
    const options = [
      '--accounts',
      '3',
      '--balance',
      '1.5',
      '--chain-id',
      '44',
      '--no-mining',
      '--gas-limit',
      '9000000',
    ]
    const url = await start(...options, '--hardfork', 'iris300', '--auto-impersonate', '--config-out', out)
    const { networks } = started!.announced
    expect(networks).toMatchObject([{ name: 'regtest', chainId: 44 }])
    expect(networks[0]!.accounts).toHaveLength(3)
    expect(await answer(url, 'eth_getBalance', networks[0]!.accounts[2]!.address, 'latest')).toBe(
      '0x14d1120d7b160000',
    )
    expect(await answer(url, 'web3_clientVersion')).toMatch(/^HardhatNetwork\/Cambium\//)
    expect(await answer(url, 'eth_getBlockByNumber', 'latest', false)).toMatchObject({ gasLimit: '0x895440' })
    expect(await answer(url, 'anvil_nodeInfo')).toMatchObject({ hardFork: 'iris300' })
    await ask(url, 'anvil_setBalance', stranger, '0x5')
    const transaction = { from: stranger, to: networks[0]!.accounts[0]!.address, value: '0x2' }
    expect(await answer(url, 'eth_sendTransaction', transaction)).toMatch(/^0x/)
    expect(await answer(url, 'eth_blockNumber')).toBe('0x0')
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      url,
      chainId: 44,
      private_keys: { length: 3 },
    })
  })

  it('starts from a genesis file', async () => {
    const path = join(folder.path, 'genesis.json')
    const account = { balance: '7', nonce: '0x2', code: '0x60', storage: { '0x1': '0x2a' } }
    const genesis = {
      config: { chainId: 77 },
      timestamp: '0x5f5e1000',
      alloc: { [stranger.slice(2)]: account },
    }
    writeFileSync(path, JSON.stringify(genesis))
    writeFileSync(join(folder.path, 'foreign.json'), JSON.stringify({ config: { chainId: 1337 } }))
    expect((await refusal('--init', join(folder.path, 'foreign.json'))).notes).toContain(
      'config.chainId is 1337, not a whole number from 1 to 109; --chain-id takes precedence over it',
    )
    const url = await start('--init', path)
    expect(await answer(url, 'eth_chainId')).toBe('0x4d')
    expect(await answer(url, 'eth_getBalance', stranger, 'latest')).toBe('0x7')
    expect(await answer(url, 'eth_getCode', stranger, 'latest')).toBe('0x60')
    expect(Number(await answer(url, 'eth_getStorageAt', stranger, '0x1', 'latest'))).toBe(42)
    expect(await answer(url, 'eth_getBlockByNumber', '0x0', false)).toMatchObject({ timestamp: '0x5f5e1000' })
  })

  it('keeps its accounts and its time in a state file, and refuses that of another chain', async () => {
    const path = join(folder.path, 'state.json')
    const url = await start('--state', path)
    await ask(url, 'anvil_setBalance', stranger, '0x5')
    await ask(url, 'evm_increaseTime', 1_000_000)
    await ask(url, 'evm_mine')
    const timeOf = async (at: string): Promise<number> => {
      const block = (await answer(at, 'eth_getBlockByNumber', 'latest', false)) as { timestamp: string }
      return Number(block.timestamp)
    }
    const before = await timeOf(url)
    await end()
    const restarted = await start('--state', path)
    expect(await answer(restarted, 'eth_getBalance', stranger, 'latest')).toBe('0x5')
    await ask(restarted, 'evm_mine')
    expect(await timeOf(restarted)).toBeGreaterThanOrEqual(before)
    await end()
    const kept = readFileSync(path, 'utf8')
    const other = await refusal('--state', path, '--chain-id', '44')
    expect([other.exitCode, other.notes]).toEqual([
      1,
      expect.stringContaining('is of chain 33, but this chain is 44'),
    ])
    expect(readFileSync(path, 'utf8')).toBe(kept)
    writeFileSync(path, kept.slice(0, -10))
    expect((await refusal('--load-state', path)).notes).toContain('is not complete JSON')
    expect((await refusal('--load-state', join(folder.path, 'none'))).notes).toContain(
      'cannot be read: ENOENT',
    )
  })

  it.each([
    [['--mixed'], 'mixed is given without block-time'],
    [['--block-time', '5', '--no-mining'], 'block-time and no-mining are both given'],
    [['--state', 'a', '--dump-state', 'b'], 'it stands for both'],
    [['--hardfork', 'london'], 'hardfork london: unknown; there are bahamas'],
    [['--chain-id', '31337'], '--chain-id is 31337, not a whole number from 1 to 109'],
    [['--network', 'testnet'], 'unknown option --network'],
    [['--init', 'nowhere.json'], 'nowhere.json'],
    [['--mnemonic', 'test junk'], '--mnemonic is "test junk": not a phrase of 12, 15, 18, 21 or 24 words'],
    [
      ['--derivation-path', "m/44'/9999999999"],
      '--derivation-path is "m/44\'/9999999999": not a derivation path',
    ],
  ])('refuses %j', async (options, message) => {
    const { exitCode, notes } = await refusal(...options)
    expect(exitCode).toBe(2)
    expect(notes).toContain(message)
  })

  it('refuses a state file that could not be written at the end', async () => {
    const { exitCode, notes } = await refusal('--dump-state', folder.path)
    expect([exitCode, notes]).toEqual([
      1,
      expect.stringContaining('cannot be written at the end: it is a folder'),
    ])
  })

  it('names the file of --config-out that cannot be written', async () => {
    const { exitCode, notes } = await refusal('--config-out', join(folder.path, 'none', 'out.json'))
    expect([exitCode, notes]).toEqual([
      1,
      expect.stringMatching(/^cambium: the file .* of --config-out cannot/),
    ])
  })

  it('answers viem’s test clients of all three modes', async () => {
    const url = await start()
    for (const mode of ['anvil', 'hardhat', 'ganache'] as const) {
      const client = createTestClient({ mode, chain: { ...rootstock, id: 33 }, transport: http(url) })
        .extend(publicActions)
        .extend(walletActions)
      const snapshot = await client.snapshot()
      await client.setBalance({ address: stranger, value: parseEther('1') })
      await client.impersonateAccount({ address: stranger })
      const hash = await client.sendTransaction({ account: stranger, to: stranger, value: 5n, gasPrice: 0n })
      expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
      await client.stopImpersonatingAccount({ address: stranger })
      const { number, timestamp } = await client.getBlock()
      await client.setNextBlockTimestamp({ timestamp: timestamp + 1000n })
      await client.mine({ blocks: 1 })
      expect(await client.getBlock()).toMatchObject({ number: number + 1n, timestamp: timestamp + 1000n })
      await client.revert({ id: snapshot })
      expect(await client.getBalance({ address: stranger })).toBe(0n)
    }
  })

  it('mines without a limit of gas, at an interval and per transaction', async () => {
    const url = await start('--disable-block-gas-limit', '--mixed', '--block-time', '1')
    const from = started!.announced.networks[0]!.accounts[0]!.address
    // A loop that ends when less than 100,000 gas are left.
    const data = '0x5b620186a05a1160005700'
    const hash = await answer(url, 'eth_sendTransaction', { from, data, gas: '0x2faf080' })
    expect(await answer(url, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    const receipt = (await answer(url, 'eth_getTransactionReceipt', hash)) as { gasUsed: string }
    expect(Number(receipt.gasUsed)).toBeGreaterThan(49_000_000)
    await expect.poll(() => answer(url, 'eth_blockNumber')).not.toBe('0x1')
  })
})

describe('cambium node', () => {
  it('does not have the helpers', async () => {
    started = await startCommand('node', ['--port', '0', '--network', 'regtest'])
    const { url } = started.announced.networks[0]!
    for (const method of [
      'anvil_setBalance',
      'hardhat_impersonateAccount',
      'evm_setAutomine',
      'miner_stop',
    ]) {
      expect(await ask(url, method, stranger)).toMatchObject({
        error: { code: -32601, message: 'method not found' },
      })
    }
  })
})

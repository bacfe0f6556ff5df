import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser, type WatchedPage } from './browser.ts'
import { expectFine } from './everyWidth.ts'
import { type Lie, type LyingEndpoint, openLyingEndpoint } from './lyingEndpoint.ts'
import { type ServedChain, startDevelopmentChain } from './servedChains.ts'

const receiver = `0x${'42'.repeat(20)}`

describe.skipIf(!hasBrowser)('the check in the page', () => {
  const browser = useBrowser()
  let chain: ServedChain
  let liar: LyingEndpoint
  let hash: string
  beforeAll(async () => {
    chain = await startDevelopmentChain()
    const [from] = await chain.call<readonly string[]>('eth_accounts')
    hash = await chain.call('eth_sendTransaction', { from, to: receiver, value: '0x64', gas: '0x5208' })
    liar = await openLyingEndpoint(chain.url)
  })
  afterAll(async () => {
    await liar?.close()
    await chain?.stop()
  })

  /** Opens a page of the explorer and asks for its check. */
  async function checked(url: string, fragment: string): Promise<WatchedPage> {
    const watched = await browser.open()
    await watched.visit(url, fragment)
    await watched.page.getByRole('button', { name: 'Check this in the page' }).click()
    await watched.settled()
    return watched
  }

  it.each([
    ['block', () => '#/block/1', /the header has its proof of work/],
    ['transaction', () => `#/tx/${hash}`, /the receipt below the root of the receipts/],
    ['state of an account', () => `#/address/${receiver}`, /are below the root of the state of block 1/],
  ])('proves the %s, and says that a local chain has no proof of work', async (_, fragment, what) => {
    const watched = await checked(chain.url, fragment())
    await watched.page.getByText('checked in this page').click()
    expect(await watched.text()).toMatch(what)
    expect(await watched.text()).toContain('no proof of work worth the name')
    await expectFine(watched, 'checked')
    await watched.close()
  })

  it('loads the light client when it is asked for', async () => {
    const watched = await browser.open()
    const loaded: string[] = []
    watched.page.on('request', (request) => loaded.push(request.url()))
    await watched.visit(chain.url, '#/block/1')
    const isLight = (url: string): boolean => /\/light-\w+\.js$/.test(url)
    expect(loaded.filter(isLight)).toEqual([])
    await watched.page.getByRole('button', { name: 'Check this in the page' }).click()
    await watched.settled()
    expect(loaded.filter(isLight)).toHaveLength(1)
    await watched.close()
  })

  const replacing =
    (wanted: string, text: string | RegExp, other: string): Lie =>
    (answer, method) =>
      method === wanted ? answer.replace(text, other) : answer

  it.each([
    [
      'balance',
      () => `#/address/${receiver}`,
      replacing('eth_getBalance', '"0x64"', '"0x65"'),
      /False: the proofs contradict the node\.\s+balance: the node says .*101.*, proved is .*100/s,
    ],
    [
      'proof',
      () => `#/address/${receiver}`,
      replacing('eth_getProof', /(?<=0x[\da-f]{60})[\da-f]/g, '7'),
      /Not proved: .*127\.0\.0\.1/s,
    ],
    [
      'status',
      () => `#/tx/${hash}`,
      replacing('eth_getTransactionReceipt', '"status":"0x1"', '"status":"0x0"'),
      /False: the proofs contradict the node\.\s+status: the node says 0x0, proved is 0x1/,
    ],
    [
      'header',
      () => '#/block/1',
      replacing('eth_getBlockByNumber', /"miner":"0x\w{2}/, '"miner":"0x99'),
      /False: the proofs contradict the node\.\s+miner: |Not proved: .*127\.0\.0\.1/s,
    ],
  ])('shows a false %s', async (_, fragment, lie, expected) => {
    liar.lie = lie
    const watched = await checked(liar.url, fragment())
    await expect.poll(() => watched.text()).toMatch(expected)
    // The endpoint serves no WebSockets.
    await watched.close(/WebSocket|Content Security Policy/)
  })

  it('says when there was no answer to check', async () => {
    liar.lie = (answer, method) => (method === 'eth_getProof' ? '' : answer)
    const watched = await checked(liar.url, `#/address/${receiver}`)
    await expect.poll(() => watched.text()).toMatch(/Not (checked|proved): .*127\.0\.0\.1/s)
    await watched.close(/WebSocket|Content Security Policy/)
  })
})

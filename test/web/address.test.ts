import { type Hex, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from './browser.ts'
import { documentPicture } from './documentPicture.ts'
import { expectFine } from './everyWidth.ts'
import { deployLedger, sendTo } from './ledger.ts'
import { type ServedChain, startDevelopmentChain } from './servedChains.ts'

const hostileName = '<img src=x onerror=alert(1)>'
const hostileSymbol = 'T\u202eOK<b>'
const busy: Hex = `0x${'b5'.repeat(20)}`
const [storageProxy, minimalProxy, beaconProxy, beacon, payer] = ['a1', 'a2', 'a3', 'a4', 'a5'].map(
  (pair): Hex => `0x${pair.repeat(20)}`,
) as [Hex, Hex, Hex, Hex, Hex]

const word = (value: string): Hex => `0x${value.replace(/^0x/, '').padStart(64, '0')}`
const slotBefore = (text: string): Hex => word((BigInt(keccak256(toHex(text))) - 1n).toString(16))

/** Forwards calls to the address in a slot and returns its output. */
const forwarder = (slot: Hex): Hex =>
  `0x366000600037600060003660007f${slot.slice(2)}545af4503d600060003e3d6000f3`
/** Answers every call with an address. */
const answering = (address: Hex): Hex => `0x73${address.slice(2)}60005260206000f3`
/** Forwards its payments to an address. */
const paying = (address: Hex): Hex => `0x60006000600060003473${address.slice(2)}5af100`

describe.skipIf(!hasBrowser)('the page of an address', () => {
  const browser = useBrowser()
  let chain: ServedChain
  let ledger: Hex
  let owner: Hex

  beforeAll(async () => {
    chain = await startDevelopmentChain()
    owner = (await chain.call<readonly Hex[]>('eth_accounts'))[0] ?? '0x'
    ledger = await deployLedger(chain, [hostileName, hostileSymbol])
    for (const count of [1n, 2n, 3n]) await sendTo(chain, ledger, 'transfer', [busy, count * 10n ** 18n])
    await chain.call('anvil_setCode', storageProxy, forwarder(slotBefore('eip1967.proxy.implementation')))
    await chain.call(
      'anvil_setStorageAt',
      storageProxy,
      slotBefore('eip1967.proxy.implementation'),
      word(ledger),
    )
    await chain.call('anvil_setStorageAt', storageProxy, slotBefore('eip1967.proxy.admin'), word(owner))
    await chain.call(
      'anvil_setCode',
      minimalProxy,
      `0x363d3d373d3d3d363d73${ledger.slice(2)}5af43d82803e903d91602b57fd5bf3`,
    )
    await chain.call('anvil_setCode', beaconProxy, forwarder(slotBefore('eip1967.proxy.beacon')))
    await chain.call('anvil_setStorageAt', beaconProxy, slotBefore('eip1967.proxy.beacon'), word(beacon))
    await chain.call('anvil_setCode', beacon, answering(ledger))
    await chain.call('anvil_setCode', payer, paying(busy))
    for (let count = 0; count < 500; count++) {
      await chain.call('eth_sendTransaction', { from: owner, to: busy, value: toHex(10n ** 15n) })
    }
    await chain.call('eth_sendTransaction', { from: owner, to: payer, value: '0x7', gas: '0x186a0' })
  })
  afterAll(() => chain?.stop())

  it('shows the kind of an address', async () => {
    const watched = await browser.open()
    for (const [address, texts] of [
      [storageProxy, ['Proxy (EIP-1967)', 'Implementation', 'Admin of the proxy']],
      [minimalProxy, ['Proxy (EIP-1167)', 'Implementation']],
      [beaconProxy, ['Proxy (beacon of EIP-1967)', 'Beacon']],
      [ledger, [hostileName, 'TOK<b>', '18 decimals', 'Created by', 'token (ERC-20)']],
      ['0x0000000000000000000000000000000001000006', ['Bridge: the native contract of the peg']],
      ['0x0000000000000000000000000000000001000008', ['REMASC: the native contract']],
      ['0x0000000000000000000000000000000000000002', ['Precompiled contract: sha256']],
      [`0x${'99'.repeat(20)}`, ['Account', 'The account takes part in no transactions.']],
    ] as const) {
      await watched.visit(chain.url, `#/address/${address}`)
      for (const text of texts) await expect.poll(() => watched.text()).toContain(text)
      if (address === storageProxy || address === ledger) await expectFine(watched, address)
    }
    await watched.close()
  })

  it('leads through 500 transactions', async () => {
    const watched = await browser.open()
    const { page } = watched
    await watched.visit(chain.url, `#/address/${busy}`)
    const first = () => page.locator('tbody a').first().getAttribute('title')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(25)
    await expect.poll(() => watched.text()).toContain('0.5')
    const newest = await first()
    for (let count = 0; count < 3; count++) {
      const before = await first()
      await page.getByRole('button', { name: 'Older' }).click()
      await expect.poll(first).not.toBe(before)
    }
    await page.getByRole('button', { name: 'Newer' }).click()
    await expectFine(watched, 'transactions')
    await watched.page.reload()
    await watched.settled()
    await expect.poll(first).toBe(newest)
    await watched.tab('Curves')
    await expect.poll(() => page.locator('.curve canvas').count()).toBe(1)
    await page.getByText('Balance in RBTC as a table').click()
    await expect.poll(() => page.locator('details[open] tbody tr').count()).toBeGreaterThan(20)
    await expectFine(watched, 'curve')
    await watched.close()
  })

  it('shows hostile tokens as text', async () => {
    const watched = await browser.open()
    await watched.visit(chain.url, `#/address/${busy}`)
    await watched.tab('Token transfers')
    await expect.poll(() => watched.text()).toMatch(/in\s+3\s+TOK<b>/)
    await expectFine(watched, 'transfers')
    await watched.tab('Tokens held')
    await expect.poll(() => watched.text()).toMatch(/6 TOK<b>/)
    await expect.poll(() => watched.text()).toContain(hostileName)
    await expectFine(watched, 'holdings')
    await documentPicture(watched, 'address')
    await watched.tab('Inner transactions')
    await expect.poll(() => watched.text()).toMatch(/payment[\s\S]*7 wei/)
    await expectFine(watched, 'inner')
    await watched.visit(chain.url, `#/address/${ledger}`)
    await watched.tab('Transfers of the token')
    await expect.poll(() => watched.text()).toContain('minted')
    await watched.tab('Logs')
    await expect.poll(() => watched.text()).toContain('Transfer')
    await expectFine(watched, 'logs')
    await watched.tab('Curves')
    await expect.poll(() => watched.text()).toContain('Transfers of the token')
    expect(await watched.page.locator('main img, main b').count()).toBe(0)
    await watched.close()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from './browser.ts'
import { Guestbook, guestbookPath } from './guestbook.ts'
import { injectedWallet } from './injectedWallet.ts'
import { type ServedChain, startDevelopmentChain } from './servedChains.ts'
import { startServiceWithKeys } from './servedService.ts'

describe.skipIf(!hasBrowser)('the explorer with a wallet of the browser', () => {
  const browser = useBrowser()
  let chain: ServedChain
  beforeAll(async () => {
    chain = await startDevelopmentChain()
  })
  afterAll(() => chain?.stop())

  it('signs with it, and adds the network to it', async () => {
    const book = await Guestbook.deploy(chain, 'a title')
    const watched = await browser.open()
    const { page } = watched
    await page.addInitScript(injectedWallet)
    await watched.visit(chain.url, `#/address/${book.address}`)
    await watched.tab('Contract')
    await page.setInputFiles('input[type=file]', guestbookPath)
    await page.getByRole('button', { name: 'Connect Test <b>wallet</b>' }).click()
    await page.getByRole('button', { name: 'Add network to Test <b>wallet</b>' }).click()
    await page.locator('summary', { hasText: /^sign / }).click()
    await page.getByLabel('text (string)').first().fill('by the wallet')
    await page.locator('details[open]').getByRole('button', { name: 'Write' }).click()
    await page.getByText('Sent:').getByRole('link').click()
    await watched.settled()
    await expect.poll(() => watched.text()).toContain('success')
    const asked = await page.evaluate<{ method: string; params: unknown }[]>('askedOfWallet')
    expect(asked.map(({ method }) => method)).toContain('eth_sendTransaction')
    const added = asked.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toMatchObject([{ chainId: '0x21', rpcUrls: [expect.stringContaining(chain.url)] }])
    await watched.close()
  })
})

describe.skipIf(!hasBrowser)('the explorer of a service with keys', () => {
  const browser = useBrowser()

  it('asks for a key, and keeps it out of addresses', async () => {
    const service = await startServiceWithKeys('--explorer')
    try {
      const key = await service.createKey()
      const watched = await browser.open()
      const { page } = watched
      const addresses: string[] = []
      page.on('request', (request) => addresses.push(request.url()))
      await watched.visit(service.url, '')
      await page.getByLabel('Key').fill(key)
      await page.getByRole('button', { name: 'Use the key' }).click()
      await expect.poll(() => watched.text(), { timeout: 30_000 }).toContain('Best block')
      expect(addresses.filter((address) => address.includes(key))).toEqual([])
      await page.getByRole('button', { name: 'Forget the API key' }).click()
      await page.getByLabel('Key').waitFor()
      // The browser itself logs what the service refused.
      await watched.close(/status of 401|HTTP Authentication failed/)
    } finally {
      await service.stop()
    }
  })
})

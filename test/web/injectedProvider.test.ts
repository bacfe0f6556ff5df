import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'
// @ts-expect-error A file of docs/testing.md in JavaScript.
import { injectProvider } from '../package/projects/playwright/injectedProvider.mjs'
import { hasBrowser, useBrowser } from './browser.ts'

/** A dApp that pays with the wallet of the browser. */
const dApp = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><button>Pay</button><p></p>
<script>
  const text = document.querySelector('p')
  document.querySelector('button').onclick = async () => {
    const [from, to] = await ethereum.request({ method: 'eth_requestAccounts' })
    const value = '0x' + (7n).toString(16)
    await ethereum.request({ method: 'eth_sendTransaction', params: [{ from, to, value }] })
    text.textContent = 'paid'
    await ethereum.request({ method: 'eth_unknown' }).catch(({ code }) => { text.textContent += ', ' + code })
  }
</script>`

describe.skipIf(!hasBrowser)('the injected provider of docs/testing.md', () => {
  const browser = useBrowser()
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(dApp))
  let node: LocalNode
  beforeAll(async () => {
    node = await createNode()
    await once(shop.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(async () => {
    shop.close()
    await node?.close()
  })

  it('lets a page pay with the accounts of a node, and passes errors on', async () => {
    const { url } = await node.listen()
    const watched = await browser.open()
    await injectProvider(watched.page, url)
    const { port } = shop.address() as AddressInfo
    await watched.page.goto(`http://127.0.0.1:${port}/`)
    const receiver = node.accounts[1]!.address
    const before = node.chain.balance(receiver)
    await watched.page.getByRole('button', { name: 'Pay' }).click()
    await expect.poll(() => watched.page.locator('p').textContent()).toBe('paid, -32601')
    expect(node.chain.balance(receiver)).toBe(before + 7n)
    await watched.close()
  })
})

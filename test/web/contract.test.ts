import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser, type WatchedPage } from './browser.ts'
import { documentPicture } from './documentPicture.ts'
import { expectFine } from './everyWidth.ts'
import { Guestbook } from './guestbook.ts'
import { injectedWallet } from './injectedWallet.ts'
import { abi, artifactsFolder, buildPath, deployLedger } from './ledger.ts'
import { type ServedChain, startDevelopmentChain } from './servedChains.ts'

async function reloaded(watched: WatchedPage): Promise<void> {
  await watched.page.reload()
  await watched.settled()
  await watched.tab('Contract')
}

/** Reads a function without parameters. */
async function read({ page }: WatchedPage, name: string): Promise<void> {
  const form = page.locator('details.function', { hasText: name }).first()
  await form.locator('summary').click()
  await form.getByRole('button', { name: 'Read' }).click()
}

describe.skipIf(!hasBrowser)('the part of a contract', () => {
  const browser = useBrowser()
  let chain: ServedChain
  let ledger: Hex
  beforeAll(async () => {
    chain = await startDevelopmentChain()
    ledger = await deployLedger(chain, ['Ledger', 'LED'], true)
  })
  afterAll(() => chain?.stop())

  it('keeps a pasted ABI over a reload, until the visitor removes it', async () => {
    const watched = await browser.open()
    const { page } = watched
    await watched.visit(chain.url, `#/address/${ledger}`)
    await watched.tab('Contract')
    await page.getByLabel('Or paste an ABI').fill(JSON.stringify(abi))
    await page.getByRole('button', { name: 'Use the ABI' }).click()
    await expect.poll(() => watched.text()).toContain('Not verified: an ABI alone')
    await reloaded(watched)
    await expect.poll(() => watched.text()).toContain('Not verified: an ABI alone')
    await read(watched, 'total')
    await page.getByRole('button', { name: 'Forget this ABI' }).click()
    await page.getByLabel('Or paste an ABI').waitFor()
    await reloaded(watched)
    await page.getByLabel('Or paste an ABI').waitFor()
    await watched.close()
  })

  it('verifies a build, reads, and writes with a wallet', async () => {
    const watched = await browser.open()
    const { page } = watched
    await page.addInitScript(injectedWallet)
    await watched.visit(chain.url, `#/address/${ledger}`)
    await watched.tab('Contract')
    await page.setInputFiles('input[type=file]', buildPath)
    await expect.poll(() => watched.text()).toContain('except for the metadata')
    await reloaded(watched)
    await expect.poll(() => watched.text()).toContain('except for the metadata')
    await page.locator('summary', { hasText: 'Sources' }).click()
    await expect.poll(() => page.locator('.source li').count()).toBeGreaterThan(30)
    expect(await page.locator('.source li').nth(5).innerText()).toContain('contract Ledger {')
    await page.locator('summary', { hasText: /^ABI$/ }).click()
    await expect.poll(() => watched.text()).toContain('function add(uint256) nonpayable')
    await expectFine(watched, 'contract')
    await page.locator('h2').first().scrollIntoViewIfNeeded()
    await documentPicture(watched, 'contract')
    const before = BigInt(await chain.call<string>('eth_getStorageAt', ledger, '0x2', 'latest'))
    await page.getByRole('button', { name: 'Connect Test <b>wallet</b>' }).click()
    await page.locator('summary', { hasText: /^add/ }).click()
    await page.getByLabel('amount (uint256)').first().fill('25')
    await page.locator('details[open]').getByRole('button', { name: 'Write' }).click()
    await page.getByText('Sent:').getByRole('link').waitFor()
    await read(watched, 'total')
    await expect.poll(() => watched.text()).toContain(String(before + 25n))
    await watched.close()
  })

  it('refuses a build without the code of the address', async () => {
    const book = await Guestbook.deploy(chain, 'a title')
    const watched = await browser.open()
    const { page } = watched
    await watched.visit(chain.url, `#/address/${book.address}`)
    await watched.tab('Contract')
    await page.setInputFiles('input[type=file]', buildPath)
    await expect.poll(() => watched.text()).toContain('differs from the code of this address')
    const { input } = JSON.parse(readFileSync(buildPath, 'utf8')) as { input: unknown }
    await page.getByLabel('Or paste an ABI').fill(JSON.stringify(input))
    await page.getByRole('button', { name: 'Use the ABI' }).click()
    await expect.poll(() => watched.text()).toContain('This is the input of a compiler')
    await watched.close()
  })
})

describe.skipIf(!hasBrowser)('the explorer of cambium dev --artifacts', () => {
  const browser = useBrowser()
  let chain: ServedChain
  beforeAll(async () => {
    chain = await startDevelopmentChain(0, '--artifacts', artifactsFolder)
  })
  afterAll(() => chain?.stop())

  it('names contracts and shows their sources', async () => {
    const ledger = await deployLedger(chain, ['', ''])
    const proxy = `0x${'a2'.repeat(20)}`
    const code = `0x363d3d373d3d3d363d73${ledger.slice(2)}5af43d82803e903d91602b57fd5bf3`
    await chain.call('anvil_setCode', proxy, code)
    const watched = await browser.open()
    const { page } = watched
    await watched.visit(chain.url, `#/address/${ledger}`)
    await expect.poll(() => page.locator('h1').innerText()).toContain('Ledger')
    await watched.tab('Contract')
    await expect.poll(() => watched.text()).toContain('in the artifacts of its project')
    await page.locator('summary', { hasText: 'Sources' }).click()
    await expect.poll(() => page.locator('.source').innerText()).toContain('immutable keeper')
    await watched.visit(chain.url, `#/address/${proxy}`)
    await watched.tab('Contract')
    await expect.poll(() => page.locator('h1').innerText()).toContain('→ Ledger')
    await read(watched, 'keeper')
    await expect.poll(() => page.locator('details.function[open]').innerText()).toContain('0xf39f')
    await expectFine(watched, 'proxy')
    await watched.close()
  })
})

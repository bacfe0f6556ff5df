import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser, type WatchedPage } from './browser.ts'
import { documentPicture } from './documentPicture.ts'
import { expectFine } from './everyWidth.ts'
import { guestbookPath } from './guestbook.ts'
import { startDevelopmentChain } from './servedChains.ts'

const staticFile = `file://${resolve(import.meta.dirname, '../../examples/playground/index.html')}`

/** Deploys the contract whose form is shown, and goes to its functions. */
async function deploy({ page }: WatchedPage): Promise<void> {
  await page.getByLabel('title_ (string)').fill('Visitors')
  await page.getByRole('button', { name: 'Deploy' }).click()
  await page.getByRole('link', { name: /^Guestbook at 0x/ }).click()
}

describe.skipIf(!hasBrowser)('the playground of a development chain', () => {
  const browser = useBrowser()
  let watched: WatchedPage
  beforeAll(async () => {
    const chain = await startDevelopmentChain()
    watched = await browser.open()
    await watched.page.goto(`${chain.url}/playground`)
    await watched.page.locator('main h1').waitFor()
    // Everything from here on happens in the page.
    await chain.stop()
  })
  afterAll(() => watched?.close())

  it('deploys the example, calls it, and shows its logs, calls and steps', async () => {
    const { page } = watched
    await page.evaluate("location.hash = '#/'")
    await page.getByRole('button', { name: 'Use the example Guestbook' }).click()
    await deploy(watched)
    await page.locator('summary', { hasText: /^sign\b/ }).click()
    await page.locator('details[open]').getByLabel('text (string)').fill('hello')
    await page.locator('details[open]').getByRole('button', { name: 'Write' }).click()
    await page.getByText('Sent:').getByRole('link').click()
    await watched.settled()
    await watched.tab(/Logs/)
    await expect.poll(() => watched.text()).toContain('Signed')
    await watched.tab('Steps')
    await page.getByText('PUSH1').first().waitFor()
    await watched.tab('Call tree')
    await expect.poll(() => watched.text()).toContain('sign')
    await expectFine(watched, 'playground transaction')
  })

  it('shows why a call fails', async () => {
    const { page } = watched
    await page.evaluate("location.hash = '#/'")
    await page.getByRole('link', { name: /^Guestbook at 0x/ }).click()
    await page.locator('summary', { hasText: /^refuse\b/ }).click()
    await page.locator('details[open]').getByLabel('reason (string)').fill('no room')
    await page.locator('details[open]').getByRole('button', { name: 'Read' }).click()
    await expect.poll(() => watched.text()).toContain('no room')
  })

  it('pegs bitcoins in', async () => {
    const { page } = watched
    const receiver = `0x${'42'.repeat(20)}`
    await page.evaluate("location.hash = '#/'")
    await page.getByLabel('Receiver').fill(receiver)
    await page.getByLabel('BTC').fill('0.5')
    await page.getByRole('button', { name: 'Peg in' }).click()
    await page.getByText('Paid to the federation').waitFor()
    await page.getByRole('button', { name: 'Mine until nothing waits' }).click()
    await page.getByText(/^Mined \d+ Bitcoin blocks/).waitFor()
    await expectFine(watched, 'playground')
    await documentPicture(watched, 'playground')
    await page.evaluate(`location.hash = '#/address/${receiver}'`)
    await watched.settled()
    await expect.poll(() => watched.text()).toContain('0.5')
  })
})

describe.skipIf(!hasBrowser)('the playground as a file', () => {
  const browser = useBrowser()

  it('deploys an artifact that is picked', async () => {
    const watched = await browser.open()
    await watched.page.goto(staticFile)
    await watched.page.setInputFiles('input[type=file]', guestbookPath)
    await deploy(watched)
    await watched.page.locator('summary', { hasText: /^sign\b/ }).waitFor()
    await watched.close()
  })
})

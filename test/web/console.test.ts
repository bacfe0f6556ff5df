import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from './accessibility.ts'
import { hasBrowser, useBrowser, type WatchedPage } from './browser.ts'
import { type ServedService, startServiceWithKeys } from './servedService.ts'

const hostile = '<img src=x onerror=alert(1)>'

describe.skipIf(!hasBrowser)('the console of the operator', () => {
  const browser = useBrowser()
  let service: ServedService
  beforeAll(async () => {
    service = await startServiceWithKeys()
  })
  afterAll(() => service?.stop())

  async function logIn(watched: WatchedPage): Promise<void> {
    const { page } = watched
    await watched.visit(service.consoleUrl, '')
    await page.getByLabel('Token').fill(service.token)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  }

  async function show(watched: WatchedPage, name: string): Promise<void> {
    await watched.page.getByRole('navigation').getByRole('link', { name }).click()
    await watched.page.getByRole('heading', { level: 1, name: name === 'Keys' ? 'API keys' : name }).waitFor()
    await watched.settled()
  }

  it('asks for the token, and refuses another one', async () => {
    const watched = await browser.open()
    const { page } = watched
    await watched.visit(service.consoleUrl, '')
    await page.getByLabel('Token').fill('a wrong token')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(() => watched.text()).toContain('The node refuses this token.')
    // The browser itself logs the status.
    await watched.close(/status of 401/)
  })

  it('creates a key, shows its usage and revokes it', async () => {
    const watched = await browser.open()
    const { page } = watched
    await logIn(watched)
    await show(watched, 'Keys')
    await page.getByLabel('Label').fill(hostile)
    await page.getByLabel('Units a day').fill('100000')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = await page.locator('#key-text').innerText()
    await expect.poll(() => watched.text()).toContain(hostile)
    await watched.picture('console-keys')

    expect(await service.call(key, 'eth_blockNumber')).toMatchObject({ result: '0x0' })
    await service.call(key, 'eth_call', [{ to: `0x${'11'.repeat(20)}` }, 'latest'])
    await show(watched, 'Usage')
    await page.getByLabel('By').selectOption('method')
    await expect.poll(() => watched.text()).toMatch(/eth_blockNumber\s+1/)
    await watched.picture('console-usage')
    await show(watched, 'Traffic')
    await expect.poll(() => watched.text()).toContain('eth_call')

    await show(watched, 'Keys')
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Units a second').fill('many')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => watched.text()).toContain('rate.unitsPerSecond: is not a positive number')
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke permanently' }).click()
    await expect.poll(() => page.locator('tr.over').count()).toBe(1)
    await expect.poll(() => service.call(key, 'eth_blockNumber')).toMatchObject({ error: { code: -32020 } })
    // The browser itself logs the status.
    await watched.close(/status of 400/)
  })

  it('shows why an address cannot be banned', async () => {
    const watched = await browser.open()
    const { page } = watched
    await logIn(watched)
    await show(watched, 'Peers')
    await page.getByLabel('Address, or a block').fill('192.0.2.1')
    await page.getByRole('button', { name: 'Ban' }).click()
    await expect.poll(() => watched.text()).toMatch(/peering is (off|disabled)/i)
    await watched.close()
  })

  it('has no serious findings of axe, in both colour schemes and on a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const watched = await browser.open({ colorScheme, viewport: { width: 360, height: 740 } })
      await logIn(watched)
      for (const name of ['Overview', 'Traffic', 'Keys', 'Usage', 'Peers']) {
        await show(watched, name)
        expect([name, await seriousFindings(watched)]).toEqual([name, []])
        expect([name, await watched.isWiderThanWindow()]).toEqual([name, false])
        await watched.picture(`console-${name.toLowerCase()}-${colorScheme}`)
      }
      await watched.close()
    }
  })

  it('continues when the node comes back', async () => {
    const watched = await browser.open()
    await logIn(watched)
    await service.restart()
    await expect.poll(() => watched.text(), { timeout: 30_000 }).toContain('regtest')
    await expect.poll(() => watched.page.locator('p.failure').count(), { timeout: 30_000 }).toBe(0)
    // The browser itself logs the requests that failed.
    await watched.close(/Failed to load resource/)
  })
})

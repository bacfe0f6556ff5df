import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from './browser.ts'
import { documentPicture } from './documentPicture.ts'
import { expectFine } from './everyWidth.ts'
import { type ServedChain, startDevelopmentChain } from './servedChains.ts'

const account = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

describe.skipIf(!hasBrowser)('the page of the peg', () => {
  const browser = useBrowser()
  let chain: ServedChain
  beforeAll(async () => {
    chain = await startDevelopmentChain(0, '--peg', '--peg-manual')
  })
  afterAll(() => chain?.stop())

  it('follows a peg-in and a peg-out from the beginning to the end', async () => {
    const watched = await browser.open({ viewport: { width: 1280, height: 800 } })
    const { page } = watched
    const rows = page.locator('.pegs > li')
    const first = async (): Promise<string> => ((await rows.count()) === 0 ? '' : rows.first().innerText())
    const paid = await chain.call<{ bitcoinTransaction: string }>('peg_in', {
      satoshis: 50_000_000,
      to: account,
    })
    await watched.visit(chain.url, '#/peg')
    await expect.poll(first).toContain('Waits for a Bitcoin block')
    expect(await first()).toContain('Peg-in of 0.5 BTC')
    await expectFine(watched, 'paid')
    await chain.call('peg_advance', 'step')
    await page.reload()
    await expect.poll(first).toMatch(/Waits for \d more Bitcoin block|Waits for the federation|Done/)
    await chain.call('peg_advance', 'all')
    await expect.poll(first).toContain('Done: nothing is missing.')
    expect(await first()).toMatch(/for 0x709979…/)
    await page.reload()
    await expect.poll(first).toContain('Done: nothing is missing.')

    const asked = await chain.call<{ transaction: string; bitcoinAddress: string }>('peg_out', {
      satoshis: 10_000_000,
      from: account,
    })
    await expect.poll(first).toContain('Peg-out of 0.1 BTC')
    await expect.poll(first).toMatch(/Waits for \d more Rootstock block/)
    await expectFine(watched, 'peg-out')
    await documentPicture(watched, 'peg')
    await page.reload()
    await expect.poll(first).toMatch(/Waits for \d more Rootstock block/)
    await chain.call('peg_advance', 'step')
    await expect.poll(first).toMatch(/2 of 2 signatures[\s\S]*|Waits for a Bitcoin block/)
    await chain.call('peg_advance', 'all')
    await expect.poll(first).toContain('Done: nothing is missing.')
    await expect.poll(() => rows.count()).toBe(2)
    await expectFine(watched, 'done')

    for (const [wanted, kind] of [
      [paid.bitcoinTransaction, 'Peg-in'],
      [asked.transaction, 'Peg-out'],
      [asked.bitcoinAddress, 'Peg-out'],
    ] as const) {
      await watched.visit(chain.url, `#/peg/${wanted}`)
      await expect.poll(first).toContain(kind)
      await expect.poll(() => rows.count()).toBe(1)
    }
    await rows.first().locator('a[href*="#/peg/"]').last().click()
    await expect.poll(first).toContain('Peg-out')
    await watched.visit(chain.url, `#/peg/${'12'.repeat(32)}`)
    await expect.poll(() => watched.text()).toContain('have no peg-in and no peg-out')
    await expectFine(watched, 'unknown')
    await watched.close()
  })
})

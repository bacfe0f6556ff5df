import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from './accessibility.ts'
import { hasBrowser, useBrowser } from './browser.ts'
import { type ServedChain, startRecordedChain } from './servedChains.ts'

describe.skipIf(!hasBrowser)('the explorer of recorded chains', () => {
  const browser = useBrowser()

  describe('with a peg', () => {
    let chain: ServedChain
    beforeAll(async () => {
      chain = await startRecordedChain('peg')
    })
    afterAll(() => chain?.stop())

    it('shows the federation, the Bitcoin chain, and recent peg-ins and peg-outs', async () => {
      const watched = await browser.open()
      await watched.visit(chain.url, '#/peg')
      for (const text of [/Signatures needed\s+\d+ of \d+/, /Peg-in of [\d.]+ BTC/, /Peg-out of [\d.]+ BTC/])
        await expect.poll(() => watched.text()).toMatch(text)
      expect(await seriousFindings(watched)).toEqual([])
      await watched.picture('peg-recorded')
      await watched.close()
    })
  })

  describe('with uncles', () => {
    let chain: ServedChain
    beforeAll(async () => {
      chain = await startRecordedChain('uncles')
    })
    afterAll(() => chain?.stop())

    it('shows uncles and the payments of REMASC', async () => {
      const watched = await browser.open()
      // The first block with an uncle, according to the recording's notes.
      await watched.visit(chain.url, '#/block/7')
      await watched.tab('Uncles (1)')
      await expect.poll(() => watched.page.locator('tbody tr').count()).toBe(1)
      await watched.picture('uncles')
      await watched.close()
    })
  })
})

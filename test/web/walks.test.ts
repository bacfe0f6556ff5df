import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { colourFindings, findings } from './accessibility.ts'
import { hasBrowser, useBrowser } from './browser.ts'
import { documentPicture } from './documentPicture.ts'
import { type ServedChain, startDevelopmentChain } from './servedChains.ts'
import { Token } from './token.ts'

const hostileName = '<img src=x onerror=alert(1)>'
const hostileSymbol = '<b>TOK</b>'
const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const

describe.skipIf(!hasBrowser)('a visitor who asks what happened', () => {
  const browser = useBrowser()
  let chain: ServedChain
  let token: Token
  const hashes = { payment: '', transfer: '', failure: '', pending: '' }
  const receiver = `0x${'77'.repeat(20)}`

  beforeAll(async () => {
    chain = await startDevelopmentChain()
    token = await Token.deploy(chain, hostileName, hostileSymbol)
    const from = token.owner
    const gasPrice = '0x3938700'
    hashes.payment = await chain.call('eth_sendTransaction', {
      from,
      to: receiver,
      value: `0x${(12_345n * 10n ** 14n).toString(16)}`,
      gasPrice,
    })
    hashes.transfer = await token.transfer(receiver, 25n * 10n ** 18n)
    hashes.failure = await token.transfer(receiver, 10n ** 30n)
    await chain.call('evm_setAutomine', false)
    hashes.pending = await chain.call('eth_sendTransaction', { from, to: receiver, value: '0x1', gasPrice })
  })
  afterAll(() => chain?.stop())

  it.each(looks)(
    'finds answers at $width pixels in $colorScheme, even after a reload',
    async ({ width, colorScheme }) => {
      const watched = await browser.open({ colorScheme, viewport: { width, height: 800 } })
      const found = colorScheme === 'light' ? findings : colourFindings
      const pages = [
        ['#/', [/Best block/, /Latest transactions/, /sent 1\.2345 RBTC to/, /created contract/]],
        [
          `#/tx/${hashes.payment}`,
          [/sent 1\.2345 RBTC to/, /Fee\s+0\.00000126 RBTC/, /21 000 gas × 0\.06 gwei/],
        ],
        [
          `#/tx/${hashes.transfer}`,
          [/called transfer of/, /: 25 <b>TOK<\/b> from 0xf39f/, /Token transfers/],
        ],
        [
          `#/tx/${hashes.failure}`,
          [/tried to call transfer/, /which failed: the balance is too low/, /outermost call/],
        ],
        [`#/tx/${token.creation}`, [/created contract 0x/, /minted/]],
        [`#/tx/${hashes.pending}`, [/sends 1 wei to 0x7777/, /pending/]],
        ['#/pending', [/In the pool/, /sends 1 wei to 0x7777/]],
        ['#/block/1', [/Gas used/, /Minimum gas price/]],
        ['#/block/1?tab=transactions', [/created contract/]],
        ['#/block/1?tab=merged-mining', [/The merkle proof leads/]],
        ['#/blocks', [/Up to block/]],
      ] as const
      for (const [fragment, texts] of pages) {
        await watched.visit(chain.url, fragment)
        for (const text of texts) await expect.poll(() => watched.text()).toMatch(text)
        await watched.page.reload()
        for (const text of texts) await expect.poll(() => watched.text()).toMatch(text)
        await watched.settled()
        expect([fragment, await watched.isWiderThanWindow()]).toEqual([fragment, false])
        expect([fragment, await watched.sidewaysParts()]).toEqual([fragment, []])
        expect([fragment, await found(watched)]).toEqual([fragment, []])
        expect(await watched.page.title()).toContain('Local chain')
      }
      await watched.close()
    },
  )

  it('sees pages that the documents show', async () => {
    const shown = await startDevelopmentChain()
    const coin = await Token.deploy(shown, 'Bark', 'BARK')
    const value = `0x${(15n * 10n ** 17n).toString(16)}`
    await shown.call('eth_sendTransaction', { from: coin.owner, to: receiver, value })
    const transfer = await coin.transfer(receiver, 25n * 10n ** 18n)
    await coin.transfer(receiver, 10n ** 30n)
    const watched = await browser.open({ viewport: { width: 1280, height: 800 } })
    for (const [name, fragment, text] of [
      ['home', '#/', /: 25 BARK from/],
      ['transaction', `#/tx/${transfer}`, /: 25 BARK from/],
      ['block', '#/block/1?tab=merged-mining', /The merkle proof leads/],
    ] as const) {
      await watched.visit(shown.url, fragment)
      await expect.poll(() => watched.text()).toMatch(text)
      await documentPicture(watched, name)
    }
    await watched.close()
    await shown.stop()
  })

  it('returns to the tab and the place with the back button', async () => {
    const watched = await browser.open({ viewport: { width: 1280, height: 260 } })
    const { page } = watched
    await watched.visit(chain.url, `#/tx/${hashes.transfer}`)
    await watched.tab(/Logs/)
    await page.evaluate('scrollTo(0, 100)')
    await expect.poll(() => page.evaluate('history.state?.scroll')).toBe(100)
    await page.locator('.logs a').first().click()
    await expect.poll(() => page.title()).toMatch(/^A/)
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await expect.poll(() => page.locator('[role=tab][aria-selected=true]').innerText()).toMatch(/Logs/)
    await expect.poll(() => page.evaluate('scrollY')).toBe(100)
    await watched.close()
  })

  it('sees a list pause under the pointer, and continue when the pointer leaves', async () => {
    const watched = await browser.open()
    const { page } = watched
    await watched.visit(chain.url, '#/')
    const first = () => page.locator('.feed').first().locator('li a').first().innerText()
    const before = await first()
    await page.locator('.feed').first().hover()
    await chain.call('evm_mine')
    await expect.poll(() => page.locator('.figure a').first().innerText()).toBe(String(Number(before) + 1))
    expect(await first()).toBe(before)
    await page.mouse.move(5, 5)
    await expect.poll(first).toBe(String(Number(before) + 1))
    await watched.close()
  })

  it('sees the outcome of transactions that leave the pool', async () => {
    const watched = await browser.open()
    const gasPrice = '0x3938700'
    const from = token.owner
    const hash = await chain.call<string>('eth_sendTransaction', {
      from,
      to: receiver,
      value: '0x2',
      gasPrice,
    })
    const { nonce } = await chain.call<{ nonce: string }>('eth_getTransactionByHash', hash)
    await watched.visit(chain.url, '#/pending')
    await expect.poll(() => watched.text()).toContain('sends 2 wei')
    const higher = { from, to: receiver, value: '0x3', gasPrice: '0x7270e00', nonce }
    const replacement = await chain.call<string>('eth_sendTransaction', higher)
    await expect
      .poll(() => watched.text(), { timeout: 20_000 })
      .toContain(`replaced by ${replacement.slice(0, 8)}`)
    await chain.call('evm_mine')
    await expect.poll(() => watched.text(), { timeout: 20_000 }).toMatch(/in block \d+/)
    await watched.close()
  })

  it('sees once by how much a clock is ahead', async () => {
    const snapshot = await chain.call('evm_snapshot')
    await chain.call('evm_increaseTime', 600)
    await chain.call('evm_mine')
    const watched = await browser.open()
    await watched.visit(chain.url, '#/')
    await expect.poll(() => watched.text()).toMatch(/clock of this development chain is \d+ min \d+ s ahead/)
    await expect.poll(() => watched.text()).toContain('just now')
    await watched.close()
    await chain.call('evm_revert', snapshot)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from './accessibility.ts'
import { hasBrowser, useBrowser } from './browser.ts'
import { Guestbook, guestbookPath } from './guestbook.ts'
import { type ServedChain, startDevelopmentChain } from './servedChains.ts'

const hostile = '<img src=x onerror=alert(1)>'
const unknownHash = `0x${'12'.repeat(32)}`

describe.skipIf(!hasBrowser)('the explorer of a development chain', () => {
  const browser = useBrowser()
  let chain: ServedChain
  let book: Guestbook
  const hashes = { signed: '', failed: '' }

  beforeAll(async () => {
    chain = await startDevelopmentChain()
    book = await Guestbook.deploy(chain, hostile)
    hashes.signed = await book.send('sign', [`hello ${hostile}`])
    hashes.failed = await book.send('signTwice', ['once'])
  })
  afterAll(() => chain?.stop())

  it('shows every page without errors, other hosts or serious findings of axe', async () => {
    const pages = [
      ['account', `#/address/${book.author}`, 'RBTC'],
      ['contract', `#/address/${book.address}`, 'Created by'],
      ['peg', '#/peg', 'Locking cap'],
      ['dev', '#/dev', 'Unlocked accounts'],
    ] as const
    for (const colorScheme of ['light', 'dark'] as const) {
      const watched = await browser.open({ colorScheme })
      for (const [name, fragment, text] of pages) {
        await watched.visit(chain.url, fragment)
        await expect.poll(() => watched.text()).toContain(text)
        expect([name, await seriousFindings(watched)]).toEqual([name, []])
        await watched.picture(`${name}-${colorScheme}`)
      }
      await watched.close()
    }
  })

  it('is no wider than a phone', async () => {
    const watched = await browser.open({ viewport: { width: 360, height: 740 } })
    for (const fragment of [
      '#/',
      '#/blocks',
      '#/block/2',
      `#/tx/${hashes.failed}`,
      `#/address/${book.address}`,
      '#/peg',
      '#/dev',
    ]) {
      await watched.visit(chain.url, fragment)
      expect([fragment, await watched.isWiderThanWindow()]).toEqual([fragment, false])
    }
    await watched.picture('phone')
    await watched.close()
  })

  it('shows the parts of blocks and transactions', async () => {
    const watched = await browser.open()
    await watched.visit(chain.url, '#/block/2')
    for (const [tab, text] of [
      [/Transactions/, hashes.signed.slice(0, 8)],
      ['Merged mining', 'Bitcoin merkle root'],
      [/Uncles/, 'no uncles'],
      ['Miners’ payments', 'REMASC'],
    ] as const) {
      await watched.tab(tab)
      await expect.poll(() => watched.text()).toContain(text)
    }
    await watched.visit(chain.url, `#/tx/${hashes.signed}`)
    await watched.tab('State changes')
    await expect.poll(() => watched.text()).toMatch(/Nonce\s+1 → 2/)
    await watched.tab('Steps')
    await expect.poll(() => watched.text()).toContain('PUSH1')
    await watched.page.getByRole('button', { name: 'Step →' }).click()
    await expect.poll(() => watched.text()).toContain('depth 1')
    await watched.close()
  })

  it('shows the call tree of a failure with its reason', async () => {
    const watched = await browser.open()
    await watched.visit(chain.url, `#/tx/${hashes.failed}`)
    await expect.poll(() => watched.text()).toContain('<b>an empty text</b>')
    await watched.tab('Call tree')
    const failed = watched.page.locator('.frame.failed')
    await expect.poll(() => failed.count()).toBe(2)
    expect(await failed.last().innerText()).toContain('execution reverted: <b>an empty text</b>')
    await watched.picture('call-tree')
    await watched.close()
  })

  it('deploys a contract from an artifact, reads it, writes it and shows its logs as text', async () => {
    const watched = await browser.open()
    const { page } = watched
    await watched.visit(chain.url, '#/dev')
    await page.setInputFiles('input[type=file]', guestbookPath)
    await page.getByLabel('title_ (string)').fill(hostile)
    await page.getByRole('button', { name: 'Deploy' }).click()
    const deployed = page.getByText('Deployed at').getByRole('link')
    await deployed.click()
    await watched.settled()
    await watched.tab('Contract')
    await page.locator('summary', { hasText: 'title' }).click()
    await page.getByRole('button', { name: 'Read' }).first().waitFor()
    await page.locator('details[open]').getByRole('button', { name: 'Read' }).click()
    await expect.poll(() => watched.text()).toContain(hostile)
    await page.locator('summary', { hasText: /^sign / }).click()
    await page.getByLabel('text (string)').first().fill(`<script>alert(2)</script>`)
    await page.locator('details[open]').getByRole('button', { name: 'Write' }).click()
    await page.getByText('Sent:').getByRole('link').click()
    await watched.settled()
    await expect.poll(() => watched.text()).toContain('success')
    await watched.tab(/Logs/)
    await expect.poll(() => watched.text()).toContain('Signed')
    await expect.poll(() => watched.text()).toContain('<script>alert(2)</script>')
    await watched.picture('logs')
    await watched.close()
  })

  it('shows the fault of an ABI', async () => {
    const watched = await browser.open()
    await watched.visit(chain.url, `#/address/${book.address}`)
    await watched.tab('Contract')
    const { page } = watched
    for (const [text, problem] of [
      ['nonsense', 'not JSON'],
      ['{"a":1}', 'no ABI'],
      ['[{"type":"function","name":"f","inputs":[{"type":"uint7"}]}]', 'uint7'],
    ] as const) {
      await page.getByLabel('Or paste an ABI').fill(text)
      await page.getByRole('button', { name: 'Use the ABI' }).click()
      await expect
        .poll(() => page.getByRole('alert').allInnerTexts())
        .toContainEqual(expect.stringContaining(problem))
    }
    const wrong = JSON.stringify([
      {
        type: 'function',
        name: hostile,
        inputs: [],
        outputs: [{ type: 'string[]' }],
        stateMutability: 'view',
      },
    ])
    await page.getByLabel('Or paste an ABI').fill(wrong)
    await page.getByRole('button', { name: 'Use the ABI' }).click()
    await page.locator('summary', { hasText: hostile }).click()
    await page.getByRole('button', { name: 'Read' }).click()
    await page.locator('.function .failure').waitFor()
    await watched.close()
  })

  it('shows that hashes, blocks and pages are unknown', async () => {
    const watched = await browser.open()
    for (const [fragment, text] of [
      [`#/tx/${unknownHash}`, 'Transaction not found'],
      [`#/block/${unknownHash}`, 'Block not found'],
      ['#/block/99999999', 'Block not found'],
      ['#/address/0x12', 'not an address'],
    ] as const) {
      await watched.visit(chain.url, fragment)
      await expect.poll(() => watched.text()).toContain(text)
    }
    await watched.page.goto(`${chain.url}/#/nowhere`)
    await expect.poll(() => watched.text()).toContain('no page at this address')
    await watched.close()
  })

  it('finds blocks, hashes and addresses by the keyboard', async () => {
    const watched = await browser.open()
    await watched.visit(chain.url, '#/')
    const { page } = watched
    const search = page.getByRole('searchbox')
    const hasFocus = () => page.evaluate<boolean>("document.activeElement.matches('input[type=search]')")
    await expect.poll(hasFocus).toBe(true)
    await watched.visit(chain.url, '#/blocks')
    await page.reload()
    await watched.settled()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Skip to the content')
    await page.keyboard.press('/')
    await expect.poll(hasFocus).toBe(true)
    for (const [text, heading] of [
      ['1', 'Block 1'],
      [hashes.signed, 'Transaction'],
      [book.address, 'Contract'],
      ['remasc', 'Contract'],
      [unknownHash, 'Search for'],
      ['nobody knows this', 'Search for nobody knows this'],
    ] as const) {
      await search.fill(text)
      await search.press('Enter')
      await expect.poll(() => page.locator('main h1').innerText()).toContain(heading)
    }
    await expect
      .poll(() => watched.text())
      .toMatch(/Nothing with this name was found. The search looked in the native/)
    await search.fill('0x123456789012345')
    await search.press('Enter')
    await expect
      .poll(() => page.locator('#search-problem').innerText())
      .toContain('an address 40; this has 15')
    await watched.close()
  })

  it('mines, gives, and goes back to a snapshot in the panel of developers', async () => {
    const watched = await browser.open()
    await watched.visit(chain.url, '#/dev')
    const { page } = watched
    const head = async () => Number(await chain.call<string>('eth_blockNumber'))
    const before = await head()
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await page.getByText(/Snapshot \d+ was taken/).waitFor()
    await page.getByLabel('Blocks').last().fill('3')
    await page.getByRole('button', { name: 'Mine', exact: true }).click()
    await expect.poll(head).toBe(before + 3)
    await page
      .getByLabel('Address', { exact: true })
      .first()
      .fill(`0x${'77'.repeat(20)}`)
    await page.getByRole('button', { name: 'Give' }).click()
    await page.getByText('The account has 10 RBTC').waitFor()
    await page.getByRole('button', { name: /^Restore/ }).click()
    await expect.poll(head).toBe(before)
    await watched.close()
  })

  it('shows that a block has left the best chain', async () => {
    const snapshot = await chain.call('evm_snapshot')
    await chain.call('evm_mine')
    const { hash, number } = await chain.call<{ hash: string; number: string }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    await chain.call('evm_revert', snapshot)
    await chain.call('evm_increaseTime', 7)
    await chain.call('evm_mine')
    const watched = await browser.open()
    await watched.visit(chain.url, `#/block/${hash}`)
    await expect.poll(() => watched.text()).toContain('This block is not on the best chain')
    await watched.visit(chain.url, `#/block/${Number(number)}`)
    await expect.poll(() => watched.text()).toContain(`Block ${Number(number)}`)
    await watched.close()
  })
})

describe.skipIf(!hasBrowser)('the explorer of a node that stops', () => {
  const browser = useBrowser()

  it('shows that it is offline, and continues when the node comes back', async () => {
    let chain = await startDevelopmentChain()
    const watched = await browser.open()
    await watched.visit(chain.url, '#/')
    await expect.poll(() => watched.page.locator('.connection').innerText()).toBe('live')
    const port = Number(new URL(chain.url).port)
    await chain.stop()
    await expect.poll(() => watched.text(), { timeout: 30_000 }).toContain('The node has not answered')
    chain = await startDevelopmentChain(port)
    await expect.poll(() => watched.page.locator('.connection').innerText(), { timeout: 60_000 }).toBe('live')
    await chain.call('evm_mine')
    await expect.poll(() => watched.text(), { timeout: 30_000 }).toContain('Latest blocks')
    await expect.poll(() => watched.text()).not.toContain('The node has not answered')
    // The browser itself logs the connections that the stopped node refused.
    await watched.close(/Failed to load resource|WebSocket connection to/)
    await chain.stop()
  })
})

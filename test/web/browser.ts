import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'

/* A real browser, and pages that must not log errors or send requests to other hosts. */

/** The system's browser, or the one that `npx playwright-core install chromium` has installed. */
const executablePath =
  process.env['CHROMIUM'] ??
  (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : chromium.executablePath())
const pictures = resolve(import.meta.dirname, '../../coverage/web')

export const hasBrowser = existsSync(executablePath)
if (!hasBrowser) console.warn(`skipped: there is no ${executablePath}; install chromium, or set CHROMIUM`)

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser of a test file. */
export function useBrowser(): { open: (options?: WatchedOptions) => Promise<WatchedPage> } {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: quiet })
    mkdirSync(pictures, { recursive: true })
  })
  afterAll(() => browser?.close())
  return {
    open: async (options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1200, height: 860 }, ...options })
      return new WatchedPage(context, await context.newPage())
    },
  }
}

interface WatchedOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
}

export class WatchedPage {
  readonly page: Page
  /** Errors of scripts and of the console, and requests to other hosts. */
  readonly problems: string[] = []
  readonly #context: BrowserContext

  constructor(context: BrowserContext, page: Page) {
    this.#context = context
    this.page = page
    page.on('pageerror', ({ message }) => this.problems.push(`script: ${message}`))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.problems.push(`console: ${message.text()}`)
    })
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url())
      if (!['data:', 'file:'].includes(protocol) && hostname !== '127.0.0.1')
        this.problems.push(`request: ${request.url()}`)
    })
    page.on('dialog', (dialog) => {
      this.problems.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
  }

  /** Goes to a page of the explorer and waits until it has loaded. */
  async visit(url: string, fragment: string): Promise<void> {
    await this.page.goto(`${url}/${fragment}`)
    await this.settled()
  }

  /** Waits until the page at the address is shown with all that it loads. */
  async settled(): Promise<void> {
    // A page of another fragment is shown after the event of its change, which the browser sends before the next frame.
    await this.page.evaluate('new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))')
    await this.page.locator('main h1').first().waitFor()
    await expect.poll(() => this.page.locator('main .waiting').count(), { timeout: 30_000 }).toBe(0)
  }

  async tab(name: string | RegExp): Promise<void> {
    await this.page.getByRole('tab', { name }).click()
    await this.settled()
  }

  text(): Promise<string> {
    return this.page.locator('main').innerText()
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
  }

  /** The page's width must not exceed its window's. */
  async isWiderThanWindow(): Promise<boolean> {
    return this.page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  }

  /** Parts of the page, except the list of steps, that a visitor has to scroll sideways. */
  async sidewaysParts(): Promise<readonly string[]> {
    return this.page.evaluate<string[]>(`
      [...document.querySelectorAll('main *')]
        .filter((part) => part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX))
        .map((part) => part.outerHTML.slice(0, 120))`)
  }

  /** `expected` matches problems that the test causes: the browser may report them late. */
  async close(expected?: RegExp): Promise<void> {
    await this.#context.close()
    expect(this.problems.filter((problem) => expected?.test(problem) !== true)).toEqual([])
  }
}

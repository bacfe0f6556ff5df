import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../../src/index.ts'
import { hasBrowser, useBrowser } from '../web/browser.ts'
import { servePages, strictPolicy } from '../web/inPage/pageServer.ts'
import { type InstalledPackage, installPackage, root } from './installedPackage.ts'

/* Pages of users, who have installed the packed package and a bundler without settings. */

const versions = {
  ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies,
  vite: '8.3.8',
  webpack: '5.112.2',
}
const bin = (path: string): string => join(installed.folder, 'node_modules', path)
const source = (name: string): string => join(installed.folder, 'browser', name)
const output = (name: string): string => join(installed.folder, 'built', name)

let installed: InstalledPackage
beforeAll(async () => {
  const names = ['vite', 'webpack', 'esbuild', 'viem']
  installed = await installPackage(...names.map((name) => `${name}@${versions[name]}`))
})
afterAll(() => installed?.remove())

describe.skipIf(!hasBrowser)('a page', () => {
  const browser = useBrowser()

  /** What the page in the folder shows, served under a strict policy. */
  async function shown(folder: string, ...hosts: readonly string[]): Promise<string> {
    const read = (path: string) => {
      const file = join(folder, path)
      return existsSync(file) ? readFileSync(file) : undefined
    }
    const server = await servePages(read, { 'content-security-policy': strictPolicy(...hosts) })
    const watched = await browser.open()
    try {
      await watched.page.goto(server.url)
      return await shownBy(watched.page)
    } finally {
      await watched.close(/favicon|404/)
      await server.close()
    }
  }

  async function shownBy(page: Page): Promise<string> {
    const text = () => page.locator('output').textContent()
    await expect.poll(text, { timeout: 60_000 }).not.toBe('')
    return (await text()) ?? ''
  }

  const buildWithVite = (folder: string, name: string): Promise<string> => {
    const options = ['--outDir', output(name), '--emptyOutDir', '--logLevel=error']
    return installed.run('node', bin('vite/bin/vite.js'), 'build', folder, ...options)
  }

  /** Copies a project; with `face` instead of the package's main face. */
  function project(name: string, face: string, to: string): string {
    const folder = join(installed.folder, 'browser', to)
    cpSync(source(name), folder, { recursive: true })
    const program = join(folder, name === 'worker' ? 'worker.js' : 'main.js')
    writeFileSync(program, readFileSync(program, 'utf8').replace("'cambium'", `'${face}'`))
    return folder
  }

  const faces = ['cambium', 'cambium/browser/urls']

  it.each(faces)('built by Vite has the chain of %s', async (face) => {
    const name = `vite-${faces.indexOf(face)}`
    await buildWithVite(project('app', face, name), name)
    expect(await shown(output(name))).toBe('received 100 wei')
  })

  it.each(faces)('of the development server of Vite has the chain of %s', async (face) => {
    const name = `development-${faces.indexOf(face)}`
    const program = `
      const { createServer } = await import('vite')
      const server = await createServer({ root: ${JSON.stringify(project('app', face, name))}, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } })
      await server.listen()
      console.log(server.resolvedUrls.local[0])`
    const server = spawn('node', ['--input-type=module', '-e', program], {
      cwd: installed.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const watched = await browser.open()
    try {
      const [line] = await once(server.stdout.setEncoding('utf8'), 'data')
      await watched.page.goto(String(line).trim())
      expect(await shownBy(watched.page)).toBe('received 100 wei')
    } finally {
      // Before the server: the page would look for it.
      await watched.close(/404/).finally(() => server.kill())
    }
  })

  it.each(faces)('built by webpack has the chain of %s', async (face) => {
    const name = `webpack-${faces.indexOf(face)}`
    const folder = project('app', face, name)
    const program = `
      require('webpack')({ mode: 'production', context: ${JSON.stringify(folder)}, entry: './main.js', output: { path: ${JSON.stringify(output(name))} },
        optimization: { minimize: ${face === 'cambium'} } },
        (error, done) => { if (error || done.hasErrors()) throw error ?? new Error(done.toString()) })`
    await installed.run('node', '-e', program)
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    writeFileSync(join(output(name), 'index.html'), page.replace('type="module"', 'defer'))
    expect(await shown(output(name))).toBe('received 100 wei')
  })

  it.each(faces)('built by esbuild has the chain of %s', async (face) => {
    const name = `esbuild-${faces.indexOf(face)}`
    const folder = project('app', face, name)
    await installed.run(
      'node',
      bin('esbuild/bin/esbuild'),
      join(folder, 'main.js'),
      '--bundle',
      '--format=esm',
      '--log-level=error',
      `--outfile=${join(output(name), 'main.js')}`,
    )
    cpSync(join(folder, 'index.html'), join(output(name), 'index.html'))
    if (face !== 'cambium') {
      cpSync(bin('cambium/dist/browser/urls'), output(name), {
        recursive: true,
        filter: (path) => !path.endsWith('.js'),
      })
    }
    expect(await shown(output(name))).toBe('received 100 wei')
  })

  it('without a bundler has the chain', async () => {
    const folder = join(installed.folder, 'browser/plain')
    cpSync(bin('cambium/dist/browser/index.js'), join(folder, 'cambium.js'))
    expect(await shown(folder)).toBe('received 20000000000000000 wei')
  })

  it('has the chain in a worker', async () => {
    await buildWithVite(source('worker'), 'worker')
    expect(await shown(output('worker'))).toBe('10 accounts, refusal -32601')
  })

  it('has a light client', async () => {
    const node = await createNode()
    const { url } = await node.listen()
    const program = join(source('light'), 'main.js')
    writeFileSync(program, readFileSync(program, 'utf8').replace('http://127.0.0.1:4444', url))
    await buildWithVite(source('light'), 'light')
    expect(await shown(output('light'), url)).toBe('10000000000000000000000 wei, by proof')
    await node.close()
  })
})

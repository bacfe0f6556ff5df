import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { packageFile } from '../../platform/packageFile.ts'
import type { WebFile, WebFiles } from '../../server/settings/webFiles.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * The pages that the package was built with, read when a browser asks for the first of them. Undefined when they are not
 * built; throws `CommandFailure` then if the operator requires them.
 */
export function readWebFiles(isRequired: boolean): WebFiles | undefined {
  const folder = packageFile('dist/web/')
  if (!existsSync(new URL('explorer.html', folder))) {
    if (isRequired) throw new CommandFailure('the explorer is not built: run npm run build')
    return undefined
  }
  let files: WebFiles | undefined
  const read = (): WebFiles => (files ??= readFolder(folder))
  return {
    get explorer() {
      return read().explorer
    },
    get console() {
      return read().console
    },
    get assets() {
      return read().assets
    },
  }
}

function readFolder(folder: URL): WebFiles {
  const names = readdirSync(new URL('assets/', folder)).filter((name) => extname(name) in contentTypes)
  return {
    explorer: readWebFile(new URL('explorer.html', folder)),
    console: readWebFile(new URL('console.html', folder)),
    assets: new Map(names.map((name) => [name, readWebFile(new URL(`assets/${name}`, folder))])),
  }
}

function readWebFile(path: URL): WebFile {
  const plain = readFileSync(path)
  return {
    contentType: contentTypes[extname(path.pathname)] ?? 'application/octet-stream',
    etag: `"${hash('sha256', plain).slice(0, 20)}"`,
    plain,
    br: readFileSync(new URL(`${path.href}.br`)),
    gzip: readFileSync(new URL(`${path.href}.gz`)),
  }
}

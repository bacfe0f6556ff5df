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
 * The pages that the package was built with, each read when a browser first asks for it. Undefined when they are not built;
 * throws `CommandFailure` then if the operator requires them.
 */
export function readWebFiles(isRequired: boolean): WebFiles | undefined {
  const folder = packageFile('dist/web/')
  if (!existsSync(new URL('explorer.html', folder))) {
    if (isRequired) throw new CommandFailure('the explorer is not built: run npm run build')
    return undefined
  }
  const kept = new Map<string, WebFile>()
  const file = (name: string): WebFile => {
    const known = kept.get(name) ?? readWebFile(new URL(name, folder))
    kept.set(name, known)
    return known
  }
  let assetNames: ReadonlySet<string> | undefined
  const isAsset = (name: string): boolean => {
    assetNames ??= new Set(readdirSync(new URL('assets/', folder)))
    return assetNames.has(name) && extname(name) in contentTypes
  }
  return {
    get explorer() {
      return file('explorer.html')
    },
    get playground() {
      return file('playground.html')
    },
    get console() {
      return file('console.html')
    },
    assets: {
      get(name) {
        const path = `assets/${name}`
        // A build meanwhile may have removed the file.
        const isThere = isAsset(name) && (kept.has(path) || existsSync(new URL(path, folder)))
        return isThere ? file(path) : undefined
      },
    },
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

import { readFileSync } from 'node:fs'
import { packageFile, packageRequire, runsFromSources } from './packageFile.ts'

/** A file of wasm/ or data/, or package.json. */
export const packageContent = (path: string): Uint8Array => readFileSync(packageFile(path))

let version: string | undefined

export function packageVersion(): string {
  version ??= versionIn(readFileSync(packageFile('package.json'), 'utf8'))
  return version
}

function versionIn(manifest: string): string {
  const { version }: { version: string } = JSON.parse(manifest)
  return version
}

/** Dependencies that are loaded at first use. */
export interface Libraries {
  readonly '@noble/curves/bn254.js': typeof import('@noble/curves/bn254.js')
  readonly '@noble/curves/secp256k1.js': typeof import('@noble/curves/secp256k1.js')
  readonly '@noble/hashes/legacy.js': typeof import('@noble/hashes/legacy.js')
}

/**
 * Loads an ES module of a dependency synchronously. Not every runner can `require` such a module (Jest cannot), so the
 * package contains CommonJS bundles of them (scripts/bundle.mjs).
 */
export const loadLibrary = <Name extends keyof Libraries>(name: Name): Libraries[Name] =>
  packageRequire()(
    runsFromSources ? name : `./dist/libraries/${name.slice(name.lastIndexOf('/') + 1, -3)}.cjs`,
  )

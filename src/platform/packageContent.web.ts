import { files, version } from 'cambium:package'
import * as bn254 from '@noble/curves/bn254.js'
import * as secp256k1 from '@noble/curves/secp256k1.js'
import * as legacy from '@noble/hashes/legacy.js'
import type { Libraries } from './packageContent.ts'

/** A file of wasm/ or data/. The build puts them into the bundle, or loads them from beside it (scripts/bundle.mjs). */
export function packageContent(path: string): Uint8Array {
  const content = files[path]
  if (content === undefined) throw new Error(`the page's bundle does not have ${path}`)
  return content
}

export const packageVersion = (): string => version

const libraries: Libraries = {
  '@noble/curves/bn254.js': bn254,
  '@noble/curves/secp256k1.js': secp256k1,
  '@noble/hashes/legacy.js': legacy,
}

export const loadLibrary = <Name extends keyof Libraries>(name: Name): Libraries[Name] => libraries[name]

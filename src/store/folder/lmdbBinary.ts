import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/* Finds the compiled part of lmdb for the bundle, in whose lmdb it takes the place of node-gyp-build-optional-packages. */

/** With these variables a user chooses another binary. */
const choices = [
  'ARM_VERSION',
  'ELECTRON_RUN_AS_NODE',
  'LIBC',
  'LMDB_PREBUILD',
  'npm_config_arch',
  'npm_config_platform',
]
/** Names of the loader of musl, whose systems need other binaries. */
const muslLoaders = ['aarch64', 'x86_64'].map((machine) => `/lib/ld-musl-${machine}.so.1`)

export function loadLmdbBinary(): unknown {
  const entry = createRequire(import.meta.url).resolve('lmdb')
  const require = createRequire(entry)
  const folder = join(dirname(entry), '..')
  const binary = usualBinary(folder)
  return binary === undefined ? require('node-gyp-build-optional-packages')(folder) : require(binary)
}

/**
 * The binary that npm installs on Linux with glibc, if nothing suggests another one. The package that knows all systems
 * takes a quarter of the time in which lmdb is loaded.
 */
export function usualBinary(lmdbFolder: string): string | undefined {
  const { arch, env, platform, versions } = process
  const isUsual =
    platform === 'linux' &&
    versions['electron'] === undefined &&
    !choices.some((name) => env[name]) &&
    !['build', 'prebuilds'].some((name) => existsSync(join(lmdbFolder, name))) &&
    !muslLoaders.some(existsSync)
  if (!isUsual) return undefined
  try {
    const folder = dirname(
      createRequire(join(lmdbFolder, 'package.json')).resolve(`@lmdb/lmdb-${platform}-${arch}`),
    )
    const binary = join(folder, `node.abi${versions.modules}.glibc.node`)
    return existsSync(binary) ? binary : undefined
  } catch {
    return undefined
  }
}

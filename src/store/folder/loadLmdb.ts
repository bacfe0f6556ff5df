import { createRequire } from 'node:module'
import { isLibrary } from '../../primitives/program/loadProgram.ts'
import { bundledLmdb } from './bundledLmdb.ts'

/**
 * Loads lmdb when a folder is opened, because a chain in memory does not need it. A program that uses this one as a
 * library may use lmdb itself: then both use the same code, because lmdb's binary has one buffer for values per thread.
 */
export const loadLmdb = (): typeof import('lmdb') =>
  bundledLmdb === undefined || isLibrary() ? createRequire(import.meta.url)('lmdb') : bundledLmdb()

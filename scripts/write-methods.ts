import { writeFileSync } from 'node:fs'
import { methods } from '../src/rpc/modules/methods.ts'
import { unsupportedMethods } from '../src/rpc/modules/unsupported.ts'
import { Registry } from '../src/rpc/registry/registry.ts'
import { methodsPage } from './methodsPage.ts'

/* Writes docs/methods.md: npx tsx scripts/write-methods.ts */

const registry = new Registry(methods, { unsupported: unsupportedMethods })
writeFileSync(new URL('../docs/methods.md', import.meta.url), methodsPage(registry, unsupportedMethods))

import type { Code } from '../host.ts'
import {
  CALLEE_ACCOUNT,
  CALLEE_CODE,
  CALLEE_CODE_LENGTH,
  CALLEE_ENTRY,
  CALLEE_JUMP_MAP,
  CALLEE_PLACE_BITS,
  CALLEE_SIZE,
  CALLEES,
} from '../layout.ts'
import type { Accounts } from './accounts.ts'
import type { Core } from './core.ts'
import type { CachedCode } from './decodingCore.ts'

export interface DirectCallee {
  readonly account: number
  readonly code: Code
  readonly cached: CachedCode
}

/** Accounts that the core may call itself. The cache keeps their decoded code until `forget`. */
export class DirectCallees {
  readonly #core: Core
  readonly #accounts: Accounts
  /** By their place among CALLEES in linear memory. */
  readonly #registered = new Map<number, DirectCallee>()

  constructor(core: Core, accounts: Accounts) {
    this.#core = core
    this.#accounts = accounts
  }

  /** Registers an account with code, which therefore exists and is not a precompile. */
  register(account: number, code: Code, cached: CachedCode): void {
    const { u32 } = this.#core
    const callee = this.#place(account)
    const old = this.#registered.get(callee)
    if (old?.account === account && old.cached === cached) return
    if (old !== undefined) old.cached.users--
    cached.users++
    this.#registered.set(callee, { account, code, cached })
    this.#accounts.write(callee, account)
    u32[(callee + CALLEE_ACCOUNT) >>> 2] = account
    u32[(callee + CALLEE_CODE) >>> 2] = cached.code
    u32[(callee + CALLEE_CODE_LENGTH) >>> 2] = cached.length
    u32[(callee + CALLEE_JUMP_MAP) >>> 2] = cached.jumpMap
    u32[(callee + CALLEE_ENTRY) >>> 2] = cached.entry
  }

  at(callee: number): DirectCallee {
    return this.#registered.get(callee)!
  }

  forget(): void {
    if (this.#registered.size === 0) return
    const { u32 } = this.#core
    for (const [callee, { cached }] of this.#registered) {
      u32[(callee + CALLEE_ENTRY) >>> 2] = 0
      cached.users--
    }
    this.#registered.clear()
  }

  /** The place where the core looks up the account: `findCallee` in assembly/evm/calls.ts computes the same. */
  #place(account: number): number {
    const mixed = Math.imul(this.#accounts.lowPart(account), 0x9e3779b1)
    return CALLEES + (mixed >>> (32 - CALLEE_PLACE_BITS)) * CALLEE_SIZE
  }
}

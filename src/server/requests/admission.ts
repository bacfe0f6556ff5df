import { type RequestTrace, traceOf } from '../../remote/requestTrace.ts'
import { minimumCost, unitsOfBody } from '../../rpc/budget/workPrices.ts'
import type { ReadBody } from '../../rpc/envelope/envelope.ts'
import { type CheckedHead, checkHead } from '../entrance/checkedHead.ts'
import type { EntranceParts } from '../entrance/entrance.ts'
import type { FleetEntrance } from '../entrance/fleetEntrance.ts'
import { publicUrl } from '../entrance/publicUrl.ts'
import { type Encoding, encodingOf, type RequestHead } from '../entrance/requestHead.ts'
import type { Authority, Caller } from '../keys/authority.ts'
import type { Allowance, Spender } from '../limits/allowance.ts'
import type { Book } from '../limits/book.ts'
import { forwardedAddress, isTrusted, type TrustedProxies } from '../limits/clientAddress.ts'
import { limitHeaders } from '../limits/limitHeaders.ts'
import { type KeyDenial, type Refusal, tooBusy, tooManyUnread } from '../refusals/refusals.ts'
import type { ClientSession } from './clientSession.ts'
import type { PieceTurns } from './pieceTurns.ts'

export interface AdmissionParts extends EntranceParts {
  readonly authority: Authority
  /** Undefined when the server has no secret of a fleet: it knows no gateways then. */
  readonly fleet: FleetEntrance | undefined
  readonly proxies: TrustedProxies
  /** Undefined for a server that only its own machine can reach. */
  readonly allowance: Allowance | undefined
  readonly book: Pick<Book, 'unread'>
  readonly pieceTurns: Pick<PieceTurns, 'heard'>
}

/** What the head of a request tells. */
export interface EnteredHead {
  /** The client's machine: the one that is connected, or the one that a trusted proxy names. */
  readonly address: string
  /** The compression of long answers. */
  readonly encoding: Encoding | undefined
  readonly trace: RequestTrace | undefined
  /** Where the request leads, or why every request with this head is refused. */
  readonly checked: CheckedHead | Refusal
  /** The dataset URL as the client knows it; undefined for a request that is not below one. */
  readonly dataUrl: string | undefined
  /** The caller as it was found last. */
  caller: Caller | undefined
}

/** The caller that pays for the work. */
type Client = Pick<ClientSession, 'network' | 'caller' | 'address'>

/**
 * Where the work of callers enters, over HTTP and WebSocket. The fronts ask in this order, and do nothing for a caller before:
 *
 * 1. who (`enter`, `callerOf`): the head, which is bounded, names the owner of everything that follows: its key, or without
 *    one its address;
 * 2. turn: `SocketTurns` has time in this turn of the event loop, or the request waits for its owner's turn (`ownerOf`);
 * 3. debt and bytes (`admitBytes`): the owner pays for the length of the body before it is received and parsed. A debtor is
 *    refused there, and so is an owner that does not read its answers;
 * 4. calls (`admitCalls`): the methods of the parsed body are paid before they run.
 *
 * What is held for the owner meanwhile is in the `Book`.
 */
export class Admission {
  readonly #parts: AdmissionParts
  /** A connection sends many requests with the same head. */
  #heads = new WeakMap<RequestHead, EnteredHead>()

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /** Heads are checked again, because the origins of networks have changed. */
  settingsChanged(): void {
    this.#heads = new WeakMap()
  }

  /** Reads a head once. `peer` names the machine that is connected. */
  enter(head: RequestHead, peer: string): EnteredHead {
    const known = this.#heads.get(head)
    if (known !== undefined) return known
    const { proxies } = this.#parts
    const checked = checkHead(head, this.#parts)
    const data = 'status' in checked ? undefined : checked.route.data
    const entered: EnteredHead = {
      address: forwardedAddress(head.headers['x-forwarded-for'], peer, proxies),
      encoding: encodingOf(head),
      trace: traceOf(head.headers),
      checked,
      dataUrl: data && publicUrl(head, data.root, isTrusted(peer, proxies)),
      caller: this.#parts.fleet?.(head),
    }
    this.#heads.set(head, entered)
    return entered
  }

  /** Who asks. Keys are looked up for every request, because they expire and are revoked. */
  callerOf(entered: EnteredHead, { route: { network, key } }: CheckedHead): Caller | KeyDenial {
    const { authority } = this.#parts
    const { caller: known, address } = entered
    if (known !== undefined && known.key === undefined) return known
    const caller =
      known === undefined
        ? authority.identify(key, network.name, address)
        : authority.renew(known, network.name)
    entered.caller = typeof caller === 'string' ? undefined : caller
    return caller
  }

  /** The owner of the turns of a request. A failure to find its caller is answered when the turn has come. */
  ownerOf(head: RequestHead, peer: string): string {
    const entered = this.enter(head, peer)
    const { checked, address } = entered
    if ('status' in checked) return address
    try {
      const caller = this.callerOf(entered, checked)
      return typeof caller === 'string' ? address : caller.name
    } catch {
      return address
    }
  }

  /**
   * Charges for a body of this many bytes, and for the minimum cost of its methods, or says why it is refused. A client below
   * its share of unread answers is answered, so it exceeds the share by one answer at most.
   */
  admitBytes(length: number, client: Client): Refusal | undefined {
    const { book, pieceTurns, allowance } = this.#parts
    const { name, gatewayClient } = client.caller
    pieceTurns.heard(name)
    if (book.unread.holdsFor(name)) {
      if (book.unread.isFullOf(name)) return tooBusy()
      if (book.unread.isFullFor(name)) return tooManyUnread()
    }
    // A gateway has charged its client itself.
    if (allowance === undefined || gatewayClient !== undefined) return undefined
    return allowance.spend(spenderOf(client), minimumCost + unitsOfBody(length), 0)
  }

  /** Charges for further bytes of a body of which `paid` units have been paid. */
  admitMore(units: number, client: Client, paid: number): Refusal | undefined {
    const isCharged = units > 0 && client.caller.gatewayClient === undefined
    return isCharged ? this.#parts.allowance?.spend(spenderOf(client), units, paid) : undefined
  }

  /** The headers of an answer that say what its client may still spend; a gateway sends its client its own. */
  limitHeaders(client: Client): readonly string[] {
    const { allowance } = this.#parts
    if (allowance === undefined || client.caller.gatewayClient !== undefined) return noHeaders
    return limitHeaders(allowance.limitsOf(spenderOf(client)))
  }

  /** Charges for what the methods of a body cost beyond the least, which was paid with its bytes. */
  admitCalls({ cost }: Pick<ReadBody, 'cost'>, length: number, client: Client): Refusal | undefined {
    return this.admitMore(cost - minimumCost, client, minimumCost + unitsOfBody(length))
  }
}

const noHeaders: readonly string[] = []
const spenderOf = ({ caller: { key }, address }: Client): Spender => ({ key, address })

import { describe, expect, it } from 'vitest'
import { withPlainNames } from '../../scripts/plainNames.mjs'

const plain = (program: string, kept: readonly string[] = []) => withPlainNames(program, kept)

describe('plain names', () => {
  it('replace private ones of fields, methods and accessors', () => {
    expect(plain('Chain=class{#x=1;async#y(){return this.#x}get#z(){return this.#y()}}')).toBe(
      'Chain=class{_x=1;async _y(){return this._x}get _z(){return this._y()}}',
    )
  })

  it('are those of the class that declares them', () => {
    expect(plain('class A{#x;f(){return class extends B{#y;g(a){return a.#x+this.#y}}}}')).toBe(
      'class A{_x;f(){return class extends B{$y;g(a){return a._x+this.$y}}}}',
    )
  })

  it('differ in a class and the one that it extends', () => {
    expect(plain('class A{#x}class B extends A{#x;f(){return this.#x}}')).toBe(
      'class A{_x}class B extends A{$x;f(){return this.$x}}',
    )
    expect(() => plain('class A extends Error{#x}class B extends A{#x}')).toThrow(
      'B and A, which it extends, have #x',
    )
  })

  it('leave texts and the classes that are kept as they are', () => {
    expect(plain('class A{#x="#x"}')).toBe('class A{_x="#x"}')
    expect(plain('A=class{#x;f(){return this.#x}}', ['A'])).toBe('A=class{#x;f(){return this.#x}}')
    expect(() => plain('class A{#x}', ['B'])).toThrow('the bundle has no class B')
  })

  it('are refused where a member has that name, and where a program asks for a private member', () => {
    expect(() => plain('class A{#x;_x}')).toThrow('A has _x and #x')
    expect(() => plain('class A{#x;f(o){return #x in o}}')).toThrow('#x in …')
  })
})

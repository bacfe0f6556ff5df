/** A result that is already written: the text of one JSON value. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

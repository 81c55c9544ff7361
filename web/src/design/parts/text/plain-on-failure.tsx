import { Component, type ReactNode } from 'react';

interface Shown {
  readonly text: string | undefined;
  readonly isFailed: boolean;
}

/**
 * A text that makes its renderer fail, or whose renderer can't be loaded, is shown as written. The
 * next text is rendered again.
 */
export class PlainOnFailure extends Component<
  { readonly text: string; readonly plain: ReactNode; readonly children: ReactNode },
  Shown
> {
  override state: Shown = { text: undefined, isFailed: false };

  static getDerivedStateFromProps({ text }: { readonly text: string }, shown: Shown): Shown | null {
    return text === shown.text ? null : { text, isFailed: false };
  }

  static getDerivedStateFromError(): Partial<Shown> {
    return { isFailed: true };
  }

  override render(): ReactNode {
    return this.state.isFailed ? this.props.plain : this.props.children;
  }
}

import { useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../look/icon-button.tsx';
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconList,
  IconListNumbers,
} from './editor-icons.tsx';
import { IconPaperclip } from '../look/icon-paperclip.tsx';
import { IconLink, type Icon } from '../look/icons.tsx';
import { commandKeys, commandName, isCommand, latinKey } from '../page/keys.ts';
import type { Format } from './markdown-edit.ts';
import classes from './markdown-toolbar.module.css';

interface Tool {
  readonly as: Format | 'files';
  readonly name: string;
  readonly icon: Icon;
  readonly key?: string;
}

const formats: readonly (Tool & { readonly as: Format })[] = [
  { as: 'bold', name: 'Bold', icon: IconBold, key: 'b' },
  { as: 'italic', name: 'Italic', icon: IconItalic, key: 'i' },
  { as: 'heading', name: 'Heading', icon: IconHeading },
  { as: 'link', name: 'Link', icon: IconLink, key: 'k' },
  { as: 'code', name: 'Code', icon: IconCode, key: 'e' },
  { as: 'quote', name: 'Quote', icon: IconBlockquote },
  { as: 'list', name: 'Bulleted list', icon: IconList },
  { as: 'orderedList', name: 'Numbered list', icon: IconListNumbers },
];

const addFiles: Tool = { as: 'files', name: 'Add pictures or files', icon: IconPaperclip };

/** The format that a key stands for, with Ctrl or Cmd. */
export function formatOf({ nativeEvent: event }: KeyboardEvent): Format | undefined {
  if (!isCommand(event)) return undefined;
  const key = latinKey(event).toLowerCase();
  return formats.find((tool) => tool.key === key)?.as;
}

/** Buttons that format a text; one stop for Tab, arrow keys between them. */
export function MarkdownToolbar({
  of,
  disabled,
  onFormat,
  onFiles,
}: {
  /** The id of the field. */
  readonly of: string;
  readonly disabled: boolean;
  readonly onFormat: (as: Format) => void;
  /** Chooses files, where they can be uploaded. */
  readonly onFiles: (() => void) | undefined;
}) {
  const [current, setCurrent] = useState(0);
  const tools = onFiles ? [...formats, addFiles] : formats;
  const bar = useRef<HTMLDivElement>(null);

  function onArrow(event: KeyboardEvent): void {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tools.length) % tools.length;
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={of}
      className={classes.bar}
      onKeyDown={onArrow}
    >
      {tools.map(({ as, name, icon, key }, index) => (
        <IconButton
          key={as}
          label={name}
          icon={icon}
          disabled={disabled}
          tabIndex={index === current ? 0 : -1}
          className={classes.tool ?? ''}
          title={key === undefined ? name : `${name} (${commandName(key.toUpperCase())})`}
          aria-keyshortcuts={key && commandKeys(key.toUpperCase())}
          // The field keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setCurrent(index);
            if (as === 'files') onFiles?.();
            else onFormat(as);
          }}
        />
      ))}
    </div>
  );
}

import { describe, expect, test } from '@jest/globals';
import { memberFaults } from '@parlour/contracts/identity/members';
import { parseList, textOf } from './parse-list.ts';

/** Each line shortly: what is sent, or why nothing is. */
function read(text: string): string[] {
  const parsed = parseList(text);
  if ('fault' in parsed) return [parsed.fault];
  return parsed.lines.map(({ line, row, fault }) => {
    if (!row) return `${line}: ${fault}`;
    const { username, number, email, communities } = row;
    return `${line}: ${[username, number ?? '-', email, communities.join('+')].join(' | ')}`;
  });
}

describe('[IN-2] a list of members', () => {
  test('has columns by their heading, in any order, also of spreadsheets in other countries', () => {
    const wanted = ['2: ann | - | ann@example.org | Bakers+Chess club', '3: Bea | - |  | '];
    expect(read('communities,Mail,username,room\n"Bakers; Chess club",ann@example.org,ann,5\n,,Bea,\n')).toEqual(
      wanted,
    );
    expect(read('\uFEFFUSERNAME;E-Mail;Communities\r\nann;ann@example.org;"Bakers;Chess club"\r\nBea;;\r\n')).toEqual(
      wanted,
    );
    expect(read('username\temail\tcommunity\nann\tann@example.org\tBakers;Chess club\nBea')).toEqual(wanted);
  });

  test('without such a heading, without people, or with too many, is refused as a whole', () => {
    expect(read('Ann Lee,ann@example.org')).toEqual([expect.stringContaining('must name the columns')]);
    expect(read('')).toEqual([expect.stringContaining('must name the columns')]);
    expect(read('name\n \n')).toEqual(['There is nobody on this list.']);
    expect(read(`name\n${'Ann\n'.repeat(10_001)}`)).toEqual([expect.stringContaining('this one has 10,001')]);
  });

  test('makes usernames of names, with numbers where they are the same or given to others', () => {
    const list =
      'username,name,mail\n,Ann Lee,a@example.org\n,Zoë,\n,ann  lee,b@example.org\nann.lee2,Ann Lee,\n,Ann Lee,';
    expect(read(list)).toEqual([
      '2: ann.lee | 1 | a@example.org | ',
      '3: zoe | 1 |  | ',
      '4: ann.lee | 3 | b@example.org | ',
      '5: ann.lee2 | - |  | ',
      '6: ann.lee | 4 |  | ',
    ]);
  });

  test('says on each line what is wrong with it, and counts lines as spreadsheets do', () => {
    const list =
      'username,name,mail\nann,,\n\n,,x@example.org\n,!!!,\nANN,,\n,Bea,b@example.org\n,Cay,B@example.org\ndan,"Dan,';
    expect(read(list)).toEqual([
      '2: ann | - |  | ',
      `4: ${memberFaults.nobody}`,
      `5: ${memberFaults.nameless}`,
      '6: Line 2 has the same username. Remove one of them, or change one.',
      '7: bea | 1 | b@example.org | ',
      '8: Line 7 has the same address. Remove one of them, or fill in usernames.',
      '9: A quotation mark in this line is not closed. Close it, or remove it.',
    ]);
  });

  test('is read in time if 10,000 people have the same name', () => {
    const parsed = parseList(`name\n${'Ann Lee\n'.repeat(10_000)}`);
    expect('lines' in parsed && parsed.lines.at(-1)?.row?.number).toBe(10_000);
  });

  test('is UTF-8, or what older spreadsheets write', () => {
    expect(textOf(new TextEncoder().encode('Zoë').buffer)).toBe('Zoë');
    expect(textOf(Uint8Array.of(0x5a, 0x6f, 0xeb).buffer)).toBe('Zoë');
  });
});

import { OperatorFault } from '../../fault.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file or directory',
  ENOTDIR: 'a part of its path is not a directory',
  EISDIR: 'it is a directory',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'no space is left',
  EPIPE: 'its reader has closed it',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links go in a circle',
};

export function fileFault(doing: 'read' | 'written', file: string, cause: unknown): OperatorFault {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new OperatorFault(`${file} cannot be ${doing}: ${REASONS[code ?? ''] ?? code ?? message}`, { cause });
}

"""Checks captures with Spark: files are handed out by their names, and each worker counts its own.

    spark-submit spark.py CONTRACTS CAPTURE...

Every worker needs the command (CONTRACTCHECK, by default contractcheck), the contracts and the captures at the same
paths. A worker whose command fails, or is killed, fails the job. The report is that of one process over all files.
"""

import os
import subprocess
import sys

from pyspark import SparkContext

contracts, captures = sys.argv[1], sorted(sys.argv[2:])
command = os.environ.get("CONTRACTCHECK", "contractcheck")

context = SparkContext(appName="contractcheck")
names = context.parallelize(captures, min(len(captures), 4 * context.defaultParallelism))
# A part is a line of some kilobytes, however many records it is of.
parts = names.pipe(
    f"xargs -I FILE {command} check FILE -c {contracts} --partial -", checkCode=True
).collect()
context.stop()

if len(parts) != len(captures):
    sys.exit(f"{len(parts)} parts of {len(captures)} files")
merge = [command, "merge", "-", "-c", contracts]
expected = os.environ.get("EXPECT_RECORDS")
if expected:
    merge += ["--expect-records", expected]
sys.exit(subprocess.run(merge, input="".join(part + "\n" for part in parts), text=True).returncode)

/* A plugin of QEMU: how many instructions the emulated program has executed, told whenever it asks.
 *
 * The program asks by a system call that means nothing else, getpriority(0, MARK); the answer goes to the file that
 * "-plugin count.so,to=..." names. https://www.qemu.org/docs/master/devel/tcg-plugins.html */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <qemu-plugin.h>

#define GETPRIORITY 141 /* on arm64, include/uapi/asm-generic/unistd.h of Linux */
#define MARK 0x48414B4D /* "HAKM"; counted_looks.py has the same */

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static qemu_plugin_u64 count;
static FILE *told;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(
        block, QEMU_PLUGIN_INLINE_ADD_U64, count, qemu_plugin_tb_n_insns(block));
}

static void called(qemu_plugin_id_t id, unsigned int cpu, int64_t number, uint64_t which, uint64_t who, uint64_t a3,
                   uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
    if (number == GETPRIORITY && who == MARK) {
        fprintf(told, "%" PRIu64 "\n", qemu_plugin_u64_sum(count));
        fflush(told);
    }
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    if (argc != 1 || strncmp(argv[0], "to=", 3) || !(told = fopen(argv[0] + 3, "w")))
        return 1;
    count = qemu_plugin_scoreboard_u64(qemu_plugin_scoreboard_new(sizeof(uint64_t)));
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
